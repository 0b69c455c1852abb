import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { allOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolListItem, HighSchoolListQuery, HighSchoolSort } from '#app/schemas/high-school.ts';
import type { Direction } from '#app/schemas/listing.ts';
import {
  DESIGNATION_COUNT,
  HIGH_SCHOOL_COLUMNS,
  type HighSchoolRow,
  shownHighSchool,
} from './high-school-rows.server.ts';
import { highSchoolsWhere, ownSchools } from './high-schools-where.ts';

interface ListRow extends HighSchoolRow {
  readonly designation_count: number;
}

/** What each sort means under `desc`, the default, and under `asc`, its exact reverse. Schools without fax come last. */
const ORDERS: Record<HighSchoolSort, Record<Direction, string>> = {
  name: {
    desc: 'hs.name collate "und-x-icu" asc, hs.id asc',
    asc: 'hs.name collate "und-x-icu" desc, hs.id desc',
  },
  designationCount: {
    desc: 'designation_count desc, hs.id asc',
    asc: 'designation_count asc, hs.id desc',
  },
  phone: { desc: 'hs.phone asc, hs.id asc', asc: 'hs.phone desc, hs.id desc' },
  fax: { desc: 'hs.fax asc nulls last, hs.id asc', asc: 'hs.fax desc nulls first, hs.id desc' },
};

/**
 * The high schools that the filter finds, by name unless told (specification, sections 7 and 9): administrators see all,
 * staff their own; `isOwnOnly` lists administrators too only where they are staff. `designationCount` counts approved
 * designations only. Administrators' remarks are empty for staff, and a filter by them is Forbidden (ADR 0020).
 */
export async function listHighSchools(
  ctx: Ctx,
  { isOwnOnly = false, ...query }: HighSchoolListQuery & { readonly isOwnOnly?: boolean } = {},
): Promise<Listing<HighSchoolListItem>> {
  authorize(ctx.actor, 'highSchool.list');
  const mayKnow = highSchoolsWhere(ctx.actor, query);
  const where = isOwnOnly ? allOf([ownSchools(ctx.actor), mayKnow]) : mayKnow;
  const page = pageClause(query);
  const rows = await ctx.em.execute<ListRow[]>(
    `select ${HIGH_SCHOOL_COLUMNS}, ${DESIGNATION_COUNT} as designation_count
       from high_school hs where ${where.sql}
      order by ${ORDERS[query.sort ?? 'name'][query.direction ?? 'desc']}${page.sql}`,
    [...where.params, ...page.params],
  );
  return {
    items: rows.map((row) => ({
      ...shownHighSchool(ctx.actor, row),
      designationCount: row.designation_count,
    })),
    total: query.limit === undefined ? null : await countHighSchools(ctx, where),
  };
}

async function countHighSchools(ctx: Ctx, where: SqlFragment): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from high_school hs where ${where.sql}`,
    [...where.params],
  );
  return row?.total ?? 0;
}
