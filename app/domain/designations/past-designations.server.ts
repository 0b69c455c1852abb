import { PAST_DESIGNATION_YEARS, PAST_DESIGNATIONS_A_YEAR } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  type PastDesignationRow,
  readPastDesignations,
} from '#app/domain/designations/dashboard-queries.server.ts';

export interface PastYear {
  readonly id: string;
  readonly year: number;
  /** The first of them, A to Z. */
  readonly designations: readonly { readonly id: string; readonly highSchoolName: string }[];
  /** How many there are. */
  readonly total: number;
}

/**
 * The menu's past designations: those of the actor's schools in the five most recent years, newest first, then A to Z, of
 * each year the first ten.
 */
export async function listPastDesignations(ctx: Ctx): Promise<PastYear[]> {
  if (ctx.actor.kind !== 'user' || ctx.actor.highSchoolIds.length === 0) return [];
  const rows = await readPastDesignations(ctx, {
    highSchoolIds: ctx.actor.highSchoolIds,
    years: PAST_DESIGNATION_YEARS,
    perYear: PAST_DESIGNATIONS_A_YEAR,
  });
  const years = new Map<number, PastDesignationRow[]>();
  for (const row of rows) years.set(row.year, [...(years.get(row.year) ?? []), row]);
  return [...years].map(([year, ofYear]) => ({
    id: ofYear[0]?.yearId ?? '',
    year,
    designations: ofYear.map(({ id, highSchoolName }) => ({ id, highSchoolName })),
    total: ofYear[0]?.total ?? 0,
  }));
}
