import { describe, expect, it } from 'vitest';
import { changeDesignation } from '#app/domain/designations/change-designation.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { Conflict, VersionConflict } from '#app/lib/domain-errors.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInputs } from '#tests/factories/designation-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const ROUNDS = 40;

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { poolMax: 20 });

const stored = (id: string) => getDesignation(makeCtx({ orm, actor: scene.counselor }), id);

async function reset(id: string): Promise<void> {
  const before = { status: 'PENDING', classSize: 0, criteria: 'CUMULATIVE_GPA', version: 1 } as const;
  await orm.em.fork().nativeDelete(StudentEntity, { designation: id });
  await orm.em.fork().nativeUpdate(DesignationEntity, { id }, before);
}

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

  it('exactly one succeeds from the same version', async () => {
    const { id } = await scene.draft();
    for (let round = 0; round < ROUNDS; round += 1) {
      await reset(id);
      const settled = await Promise.allSettled([
        scene.patch(id, { status: 'APPROVED' }, { actor: scene.admin, ifMatch: 1 }),
        scene.patch(id, resubmission(), { ifMatch: 1 }),
      ]);
      const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      expect(refusals).toEqual([expect.any(VersionConflict)]);
      const { status, students, version } = await stored(id);
      expect(version).toBe(2);
      expect(`${status} ${students.length}`).toBe(
        settled[0].status === 'fulfilled' ? 'APPROVED 0' : 'PENDING 3',
      );
    }
  });
});

it(`saves of two colleagues at once all find the designation, ${ROUNDS} times`, async () => {
  const { actor: colleague } = await makeCounselor(orm, [scene.school.id]);
  const { id } = await scene.draft({ classSize: 0, criteria: 'CUMULATIVE_GPA' });
  for (let round = 0; round < ROUNDS; round += 1) {
    const submissions = [scene.counselor, colleague, scene.counselor, colleague].map((actor) =>
      scene.patch(id, { status: 'PENDING' }, { actor }),
    );
    const statuses = (await Promise.all(submissions)).map(({ status }) => status);
    expect(statuses).toEqual(Array(4).fill('PENDING'));
  }
});

it('ten colleagues saving whole lists concurrently leave one list intact', async () => {
  const { id } = await scene.draft();
  for (let round = 0; round < 5; round += 1) {
    const lists = Array.from({ length: 10 }, (_, size) => studentInputs(size + 1));
    await Promise.all(lists.map((students) => scene.patch(id, { students })));
    const emails = (await stored(id)).students.map((student) => student.email);
    expect(lists.map((list) => list.map((student) => student.email))).toContainEqual(emails);
  }
});

it('of ten colleagues with the same version, one saves and nine get a conflict', async () => {
  const { id } = await scene.draft();
  const settled = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => scene.patch(id, { classSize: n }, { ifMatch: 1 })),
  );
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refusals).toEqual(Array.from({ length: 9 }, () => expect.any(VersionConflict) as unknown));
  expect((await stored(id)).version).toBe(2);
});

it('a save that waited for a colleague starts from what the colleague stored', async () => {
  const { id } = await scene.draft({ students: 1, classSize: 10 });
  const colleague = makeCtx({ orm, actor: scene.counselor });
  const patch = DesignationPatchSchema.parse({ classSize: 30, students: studentInputs(3) });
  const second = await colleague.em.transactional(async (em) => {
    await changeDesignation({ ...colleague, em }, { id, patch, ifMatch: null });
    const change = scene.patch(id, { criteriaComment: 'As ever.' });
    await expect.poll(() => lockWaits(orm)).toBe(1);
    return { change };
  });
  const { students, classSize, criteriaComment, version } = await second.change;
  expect([students.length, classSize, criteriaComment, version]).toEqual([3, 30, 'As ever.', 3]);
});
