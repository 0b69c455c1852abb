import { PAST_DESIGNATION_YEARS } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';

export interface PastYear {
  readonly year: number;
  readonly designations: readonly { readonly id: string; readonly highSchoolName: string }[];
}

interface PastRow {
  id: string;
  year: number;
  high_school_name: string;
}

/** The menu's past designations: those of the actor's schools in the five most recent years, newest first, then A to Z. */
export async function listPastDesignations(ctx: Ctx): Promise<PastYear[]> {
  if (ctx.actor.kind !== 'user' || ctx.actor.highSchoolIds.length === 0) return [];
  const rows = await ctx.em.execute<PastRow[]>(
    `select id, year, high_school_name from (
        select d.id, y.year, h.name as high_school_name, dense_rank() over (order by y.year desc) as recency
          from designation d
          join academic_year y on y.id = d.academic_year_id
          join high_school h on h.id = d.high_school_id
         where d.high_school_id in (?)) ranked
      where recency <= ?
      order by year desc, high_school_name collate "und-x-icu", id`,
    [ctx.actor.highSchoolIds, PAST_DESIGNATION_YEARS],
  );
  const years = new Map<number, { id: string; highSchoolName: string }[]>();
  for (const { year, id, high_school_name: highSchoolName } of rows) {
    years.set(year, [...(years.get(year) ?? []), { id, highSchoolName }]);
  }
  return [...years].map(([year, designations]) => ({ year, designations }));
}
