import { PAST_DESIGNATION_YEARS, PAST_DESIGNATIONS_A_YEAR } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { OWN_SCHOOLS_SQL, ownSchoolsParam } from '#app/domain/designations/own-schools-sql.ts';

export interface PastYear {
  readonly id: string;
  readonly year: number;
  /** The first of them, A to Z. */
  readonly designations: readonly { readonly id: string; readonly highSchoolName: string }[];
  /** How many there are. */
  readonly total: number;
}

interface PastRow {
  id: string;
  year_id: string;
  year: number;
  high_school_name: string;
  total: number;
}

/**
 * The menu's past designations: those of the actor's schools in the five most recent years, newest first, then A to Z, of
 * each year the first ten. The years are found before anything is joined, because the menu stands on every screen: one
 * after the other, asking school by school until one has designated (`offset 0` keeps PostgreSQL from reading the whole year).
 */
export async function listPastDesignations(ctx: Ctx): Promise<PastYear[]> {
  if (ctx.actor.kind !== 'user' || ctx.actor.highSchoolIds.length === 0) return [];
  const rows = await ctx.em.execute<PastRow[]>(
    `with ${OWN_SCHOOLS_SQL},
          newest as materialized (
       select y.id, y.year from academic_year y
        where exists(
          select from own cross join lateral (
            select from designation d where d.high_school_id = own.id and d.academic_year_id = y.id offset 0) held)
        order by y.year desc limit ?)
     select d.id, y.id as year_id, y.year, named.name as high_school_name, named.total
       from newest y
      cross join lateral (
        select own.id, own.name, own.place, count(*) over ()::int as total
          from own join designation d on d.high_school_id = own.id
         where d.academic_year_id = y.id
         order by own.place limit ?) named
       join designation d on d.high_school_id = named.id and d.academic_year_id = y.id
      order by y.year desc, named.place`,
    [ownSchoolsParam(ctx.actor.highSchoolIds), PAST_DESIGNATION_YEARS, PAST_DESIGNATIONS_A_YEAR],
  );
  const years = new Map<number, PastRow[]>();
  for (const row of rows) years.set(row.year, [...(years.get(row.year) ?? []), row]);
  return [...years].map(([year, ofYear]) => ({
    id: ofYear[0]?.year_id ?? '',
    year,
    designations: ofYear.map(({ id, high_school_name: highSchoolName }) => ({ id, highSchoolName })),
    total: ofYear[0]?.total ?? 0,
  }));
}
