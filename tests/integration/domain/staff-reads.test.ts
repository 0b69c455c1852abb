import { describe, expect, it } from 'vitest';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { getReceipt } from '#app/domain/designations/get-receipt.server.ts';
import { reviewDesignation } from '#app/domain/designations/review-designation.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { type MadeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
const database = useDesignationScene((given) => ({ orm, scene } = given));

const READS: Readonly<Record<string, (ctx: ReturnType<typeof makeCtx>, id: string) => Promise<unknown>>> = {
  'designation.read of REST and the steps': getDesignation,
  'designation.read of the page': reviewDesignation,
  'designation.receipt of the receipt': getReceipt,
};

const submitted = () =>
  scene.draft({ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 });
const ids = ({ students }: Pick<MadeDesignation, 'students'>) => students.map(({ id }) => id).toSorted();
const ctxAt = (actor: Actor, at: string) =>
  makeCtx({ orm, actor, channel: 'BROWSER', now: () => new Date(at) });

const rowsOf = (designationId: string) =>
  storedRows(orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'rowCount', 'studentIds'], {
    where: { filter: { designationId } },
    orderBy: { at: 'asc', actor: 'asc' },
  });

let years = 2000;
const anotherYear = async () => (await makeYear(orm, { year: (years += 1), status: 'INACTIVE' })).id;

const MORNING = '2026-11-21T18:00:00Z';
const LAST_MINUTE = '2026-11-22T08:59:59Z';
const NEXT_DAY = '2026-11-22T09:00:00Z';

describe('students read by staff of their school', () => {
  it.each(Object.entries(READS))('are recorded by %s, once a day', async (name, read) => {
    const made = await submitted();
    for (const at of [MORNING, MORNING, LAST_MINUTE]) await read(ctxAt(scene.counselor, at), made.id);
    const row = {
      ...{ actor: scene.counselor.id, channel: 'BROWSER', purpose: name.split(' ')[0] },
      ...{ rowCount: 2, studentIds: ids(made) },
    };
    expect(await rowsOf(made.id)).toEqual([row]);
    await read(ctxAt(scene.counselor, NEXT_DAY), made.id);
    expect(await rowsOf(made.id)).toEqual([row, row]);
  });

  it('are recorded for each person and each designation', async () => {
    const [one, other] = [
      await submitted(),
      await scene.draft({ academicYearId: await anotherYear(), students: 1 }),
    ];
    const { actor: colleague } = await makeCounselor(orm, [scene.school.id]);
    for (const actor of [scene.counselor, colleague]) {
      await getDesignation(ctxAt(actor, MORNING), one.id);
      await getDesignation(ctxAt(actor, MORNING), other.id);
    }
    const people = [scene.counselor.id, colleague.id].toSorted();
    expect((await rowsOf(one.id)).map((row) => row.actor)).toEqual(people);
    expect((await rowsOf(other.id)).map((row) => row.actor)).toEqual(people);
  });

  it("are recorded again only for students who weren't shown that day", async () => {
    const made = await submitted();
    await getDesignation(ctxAt(scene.counselor, MORNING), made.id);
    const saved = await scene.patch(made.id, {
      students: [...made.students.map(({ id }) => ({ ...studentInput(), id })), studentInput()],
      classSize: 30,
    });
    const added = saved.students.at(-1)?.id;
    await getDesignation(ctxAt(scene.counselor, LAST_MINUTE), made.id);
    const rows = await rowsOf(made.id);
    expect(rows.map(({ purpose, studentIds }) => [purpose, studentIds])).toEqual([
      ['designation.read', ids(made)],
      ['designation.edit', [added]],
    ]);
  });

  it('are recorded once for two pages opened concurrently', async () => {
    const made = await submitted();
    const pages = Array.from({ length: 8 }, () => getDesignation(ctxAt(scene.counselor, MORNING), made.id));
    await Promise.all(pages);
    expect(await rowsOf(made.id)).toHaveLength(1);
  });

  it("aren't returned if the record can't be written", async () => {
    const made = await submitted();
    const { em } = makeCtx({ orm });
    await em.execute('alter table disclosure add constraint full_disk check (row_count < 0) not valid');
    for (const read of Object.values(READS)) {
      await expect(read(ctxAt(scene.counselor, MORNING), made.id)).rejects.toThrow('full_disk');
    }
    await em.execute('alter table disclosure drop constraint full_disk');
    expect(await rowsOf(made.id)).toEqual([]);
  });

  it('cost one statement more, with 1 and with 40 students, today for the first time or not', async () => {
    const counting = await openCountingOrm(database.url);
    const [few, many] = [
      await submitted(),
      await scene.draft({ academicYearId: await anotherYear(), students: 40 }),
    ];
    for (const made of [few, many, few, many]) {
      const ctx = makeCtx({ orm: counting.orm, actor: scene.counselor });
      // begin, the designation with its students, the disclosure, commit
      expect(await counting.count(() => getDesignation(ctx, made.id))).toBe(4);
    }
    await counting.orm.close(true);
  });

  it('are found by the index however much the person read before and others read today', async () => {
    const made = await submitted();
    const own = await openOrm(database.url);
    await own.em.fork().execute(
      `insert into disclosure (id, at, actor_id, channel, purpose, filter, row_count, student_ids)
       select gen_random_uuid(), now() - (n % 2) * n * interval '1 hour',
              case n % 2 when 0 then ?::uuid else ?::uuid end, 'BROWSER', 'designation.read', '{}', 1, '{}'
         from generate_series(1, 20000) n`,
      [scene.admin.id, scene.counselor.id],
    );
    await own.em.fork().execute('analyze disclosure');
    const plan = await own.em
      .fork()
      .execute<{ 'QUERY PLAN': string }[]>(
        'explain select student_ids from disclosure where actor_id = ? and at >= ? and filter @> ?::jsonb',
        [scene.counselor.id, new Date(Date.now() - 60_000), JSON.stringify({ designationId: made.id })],
      );
    expect(plan.map((line) => line['QUERY PLAN']).join()).toContain('disclosure_actor_at_index');
    await own.close(true);
  });
});

describe('a response without a body', () => {
  it('discloses no one', async () => {
    const made = await submitted();
    await getDesignation({ ...ctxAt(scene.counselor, MORNING), headOnly: true }, made.id);
    expect(await rowsOf(made.id)).toEqual([]);
  });
});
