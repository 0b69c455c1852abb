import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { Conflict, Stale } from '#app/lib/domain-errors.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type DesignationScene, designationScene } from '#tests/support/designation-scene.server.ts';

const ROUNDS = 40;

const database = useDatabase();
let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;

beforeAll(async () => {
  orm = await openOrm(database.url, { poolMax: 20 });
  year = await makeYear(orm);
});
afterAll(() => orm.close(true));
beforeEach(async () => {
  scene = await designationScene(orm, year);
});

const stored = (id: string) => getDesignation(makeCtx({ orm, actor: scene.counselor }), id);

const reset = (id: string) =>
  makeCtx({ orm }).em.execute(
    `delete from student where designation_id = ?;
     update designation set status = 'PENDING', class_size = 0, criteria = 'CUMULATIVE_GPA', version = 1 where id = ?`,
    [id, id],
  );

describe('approval against resubmission', () => {
  const resubmission = () => ({
    classSize: 30,
    criteria: 'CUMULATIVE_GPA',
    students: studentInputs(3),
    status: 'PENDING',
  });

  it(`never lets an edit follow the approval, ${ROUNDS} times`, async () => {
    const { id } = await scene.draft();
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await reset(id);
      const calls = [
        () => scene.patch(id, { status: 'APPROVED' }, { actor: scene.admin }),
        () => scene.patch(id, resubmission()),
      ];
      if (round % 2 === 1) calls.reverse();
      const settled = await Promise.allSettled(calls.map((call) => call()));
      const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      const { status, students, version } = await stored(id);
      expect(status).toBe('APPROVED');
      if (students.length === 3) expect([refusals, version]).toEqual([[], 3]);
      else {
        expect([students.length, version]).toEqual([0, 2]);
        expect(refusals).toEqual([new Conflict('This designation has been approved, it cannot be edited.')]);
      }
      outcomes.add(`${students.length} students`);
    }
    expect([...outcomes].sort()).toEqual(['0 students', '3 students']);
  });

  it('that both saw the same version lets exactly one through', async () => {
    const { id } = await scene.draft();
    for (let round = 0; round < ROUNDS; round += 1) {
      await reset(id);
      const settled = await Promise.allSettled([
        scene.patch(id, { status: 'APPROVED' }, { actor: scene.admin, ifMatch: 1 }),
        scene.patch(id, resubmission(), { ifMatch: 1 }),
      ]);
      const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(refusals).toEqual([expect.any(Stale)]);
      const { status, students, version } = await stored(id);
      expect(version).toBe(2);
      expect(`${status} ${students.length}`).toBe(
        settled[0].status === 'fulfilled' ? 'APPROVED 0' : 'PENDING 3',
      );
    }
  });
});

it('ten colleagues saving whole lists at once leave one of the lists whole', async () => {
  const { id } = await scene.draft();
  for (let round = 0; round < 5; round += 1) {
    const lists = Array.from({ length: 10 }, (_, size) => studentInputs(size + 1));
    await Promise.all(lists.map((students) => scene.patch(id, { students })));
    const emails = (await stored(id)).students.map((student) => student.email);
    expect(lists.map((list) => list.map((student) => student.email))).toContainEqual(emails);
  }
});

it('ten colleagues who saw the same version: one saves, nine are told', async () => {
  const { id } = await scene.draft();
  const settled = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => scene.patch(id, { classSize: n }, { ifMatch: 1 })),
  );
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refusals).toEqual(Array.from({ length: 9 }, () => expect.any(Stale) as unknown));
  expect((await stored(id)).version).toBe(2);
});
