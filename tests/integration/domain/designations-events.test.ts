import { describe, expect, it } from 'vitest';
import { listEvents } from '#app/domain/events/event-queries.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import type { MadeYear } from '#tests/factories/school-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  type DesignationScene,
  designationScene,
  refusalOf,
} from '#tests/support/designation-scene.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
const database = useDesignationScene((given) => ({ orm, year, scene } = given));

const timeline = (id: string) => listEvents(makeCtx({ orm, actor: scene.admin }), 'DESIGNATION', id);

describe('the timeline of a designation', () => {
  it('shows who changed what from which value to which, and of students only the field names', async () => {
    const clock = createTestClock();
    const at = (actor = scene.counselor) => {
      clock.advance(60_000);
      return { actor, now: clock.now };
    };
    const { id } = await scene.draft();
    const saved = await scene.patch(id, { classSize: 20, students: [studentInput(), studentInput()] }, at());
    const [first, second] = saved.students;
    await scene.patch(id, { criteria: 'CUMULATIVE_GPA', status: 'PENDING' }, at());
    await scene.patch(id, { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Where?' }, at(scene.admin));
    const moved = { ...second, email: 'new@example.org', address: { ...second?.address, city: 'Sitka' } };
    const resaved = await scene.patch(id, { students: [moved, studentInput()] }, at());

    const counselor = `Pat ${scene.counselor.lastName}`;
    const admin = `Ada ${scene.admin.lastName}`;
    const events = await timeline(id);
    expect(events.map(({ kind, actorName, channel, at: when }) => [when, actorName, channel, kind])).toEqual([
      ['2026-11-21T21:04:00.000Z', counselor, 'REST', 'designation.edited'],
      ['2026-11-21T21:03:00.000Z', admin, 'REST', 'designation.returned'],
      ['2026-11-21T21:02:00.000Z', counselor, 'REST', 'designation.submitted'],
      ['2026-11-21T21:01:00.000Z', counselor, 'REST', 'designation.edited'],
    ]);
    expect(events.map(({ changes }) => changes)).toEqual([
      {
        students: {
          from: 2,
          to: 2,
          added: [resaved.students[1]?.id],
          removed: [first?.id],
          changed: [{ id: second?.id, fields: ['email', 'address.city'] }],
        },
      },
      {
        status: { from: 'PENDING', to: 'RETURNED' },
        reasons: { from: [], to: ['ADDRESS'] },
        note: { from: null, to: 'Where?' },
        decision: { reasons: ['ADDRESS'], note: 'Where?', notified: true },
      },
      {
        status: { from: 'STARTED', to: 'PENDING' },
        criteria: { from: null, to: 'CUMULATIVE_GPA' },
        studentCount: 2,
      },
      {
        classSize: { from: null, to: 20 },
        students: { from: 0, to: 2, added: saved.students.map((one) => one.id), removed: [], changed: [] },
      },
    ]);
    const reported = JSON.stringify(events);
    const values = [...saved.students, ...resaved.students].flatMap(({ address, ...student }) => [
      student.first,
      student.last,
      student.email,
      student.phone,
      student.dateOfBirth,
      address.address1,
    ]);
    expect(values.filter((value) => reported.includes(value))).toEqual([]);
  });

  it('can only be added to, by anyone', async () => {
    const { id } = await scene.draft();
    await scene.patch(id, { classSize: 20 });
    const { em } = makeCtx({ orm });
    for (const statement of [
      `update event set kind = 'nothing'`,
      'delete from event',
      'truncate event',
      'delete from disclosure',
    ]) {
      if (statement.endsWith('disclosure'))
        await scene.patch(id, { students: [studentInput()] }, { actor: scene.admin });
      expect(String(await refusalOf(em.execute(statement)))).toContain('are only ever added');
    }
    expect(await timeline(id)).toHaveLength(2);
  });
});

describe('a submission', () => {
  it('takes 10 statements, including begin and commit, with 1 and with 50 students', async () => {
    const counting = await openCountingOrm(database.url);
    const counted = { ...scene, ...(await designationScene(counting.orm, year)) };
    const submit = async (size: number) => {
      scene = await designationScene(counting.orm, year);
      const { id } = await scene.draft();
      const students = Array.from({ length: size }, () => studentInput());
      const body = { classSize: size * 10, criteria: 'CUMULATIVE_GPA', students, status: 'PENDING' };
      return counting.count(() => scene.patch(id, body));
    };
    expect([await submit(1), await submit(50)]).toEqual([10, 10]);

    const { id } = await counted.draft({ status: 'PENDING', students: 1 });
    const approve = () => counted.patch(id, { status: 'APPROVED' }, { actor: counted.admin });
    expect(await counting.count(approve)).toBe(10);
    await counting.orm.close(true);
  });
});
