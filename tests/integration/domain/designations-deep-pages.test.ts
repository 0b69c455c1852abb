import { afterAll, beforeAll, expect, it } from 'vitest';
import { designationOrder } from '#app/domain/designations/designation-order.ts';
import { designationRowsSql } from '#app/domain/designations/designation-page-queries.server.ts';
import { designationsWhere } from '#app/domain/designations/designation-list-queries.server.ts';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const SCHOOLS = 3000;
const YEARS = [2009, 2010, 2011, 2021, 2022, 2023, 2024, 2025, 2026];
const PAGE = 50;

const database = useDatabase();
let orm: Orm;
let ctx: Ctx;

/** Each designation was last changed on June 1 of its year. Each name belongs to two schools. */
beforeAll(async () => {
  orm = await openOrm(database.url);
  const admin = await makeAdmin(orm);
  ctx = makeCtx({ orm, actor: actorOf(admin) });
  for (const year of YEARS) await makeYear(orm, { year, status: 'INACTIVE' });
  await ctx.em.execute(
    `with schools as (
       insert into high_school (id, name, phone, status, address_id, created_at, updated_at)
       select gen_random_uuid(), 'School ' || lpad((n / 2)::text, 4, '0'), '(907) 555-0100', 'ACTIVE', gen_random_uuid(), now(), now()
         from generate_series(1, ?::int) n returning id)
     insert into designation (id, high_school_id, academic_year_id, status, submitted_by_id, created_at, updated_at)
     select gen_random_uuid(), s.id, y.id, 'APPROVED', ?, now(), make_timestamptz(y.year, 6, 1, 12, 0, 0, 'UTC')
       from schools s cross join academic_year y`,
    [SCHOOLS, admin.id],
  );
  await ctx.em.execute('analyze designation, high_school, academic_year');
});
afterAll(() => orm.close(true));

it.each([
  ['desc', { beforeDate: '2012-01-01' }, 2011],
  ['asc', { afterDate: '2026-01-01' }, 2026],
] as const)(
  'a page deep in the list skips years without matches for a date, under %s',
  async (direction, filter, year) => {
    const query = { ...filter, sort: 'year', direction, limit: PAGE } as const;
    const { items } = await listDesignations(ctx, query);
    expect(items.map((item) => item.academicYear.year)).toEqual(Array.from({ length: PAGE }, () => year));
    const { sql, params } = designationRowsSql(designationsWhere(ctx, query), query, query);
    const [plan] = await ctx.em.execute<unknown[]>(`explain (analyze, format json) ${sql}`, [...params]);
    expect(rowsRead(plan)).toBeLessThan(SCHOOLS * 3);
  },
);

const ORDERS = (['highSchool', 'year', 'updatedAt'] as const).flatMap((sort) =>
  (['desc', 'asc'] as const).map((direction) => ({ sort, direction })),
);

it.each(ORDERS)('a page after a row is the one at its offset, by $sort $direction', async (order) => {
  for (const offset of [1, 6001, SCHOOLS * YEARS.length - 2]) {
    const rows = async (query: object) => listDesignations(ctx, { ...order, limit: 5, ...query });
    const [before] = (await rows({ offset: offset - 1 })).items;
    const { items, total } = await rows({ after: before?.id });
    expect(items, String(offset)).toEqual((await rows({ offset })).items);
    expect(total).toBe(SCHOOLS * YEARS.length);
  }
});

it("a page after another school's row is refused as if the row didn't exist", async () => {
  const [foreign] = (await listDesignations(ctx, { limit: 1 })).items;
  const staff = makeCtx({ orm, actor: actorOf((await makeCounselor(orm, [])).user) });
  for (const after of [foreign?.id, '00000000-0000-4000-8000-000000000000']) {
    await expect(listDesignations(staff, { limit: 5, after })).rejects.toMatchObject({
      issues: [{ path: ['after'], message: DESIGNATION_MESSAGES.unknownCursor }],
    });
  }
});

it.each(ORDERS)(
  'a page far into the list matches that part of the whole list, by $sort $direction',
  async (order) => {
    const filter = { beforeDate: '2025-01-01' };
    for (const offset of [4999, 6001, 12_345, SCHOOLS * 7 - 2]) {
      const { items, total } = await listDesignations(ctx, { ...filter, ...order, limit: 5, offset });
      const expected = await ctx.em.execute<{ id: string }[]>(
        `select d.id from designation d join high_school h on h.id = d.high_school_id
         join academic_year y on y.id = d.academic_year_id
        where d.updated_at < '2025-01-01' order by ${designationOrder(order).sql} limit 5 offset ?`,
        [offset],
      );
      expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(total).toBe(SCHOOLS * 7);
    }
  },
);

/** The number of designation rows that the plan read, at any depth. */
function rowsRead(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const node = new Map<string, unknown>(Object.entries(plan));
  const rows = [node.get('Actual Rows'), node.get('Rows Removed by Filter') ?? 0].map(Number);
  const own =
    node.get('Relation Name') === 'designation'
      ? rows.reduce((sum, count) => sum + count, 0) * Number(node.get('Actual Loops'))
      : 0;
  return Object.values(plan).reduce<number>((sum, below) => sum + rowsRead(below), own);
}
