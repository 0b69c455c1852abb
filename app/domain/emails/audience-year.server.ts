import { findActiveYear, findYearOfNumber } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { SILENT_SCHOOLS } from '#app/schemas/audience-targets.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';

/** The academic year of an audience. */
export interface AudienceYear {
  readonly id: string;
  readonly year: number;
}

/** Those who are asked about a year's designations. */
const NEEDS_A_YEAR: readonly AudienceChoice['target'][] = [
  'HIGH_SCHOOLS_WITH_DESIGNATION',
  'HIGH_SCHOOLS_WITHOUT_DESIGNATION',
  SILENT_SCHOOLS,
];

/**
 * The year that a choice names, or the active one (decisions, section 6); null where none is active and none is needed.
 *
 * @throws {Invalid} on the path `year` for an unknown year, and where one is needed and none is active
 */
export async function audienceYear(ctx: Ctx, choice: AudienceChoice): Promise<AudienceYear | null> {
  const named = choice.target === SILENT_SCHOOLS ? undefined : choice.year;
  const year = await (named === undefined ? findActiveYear(ctx) : findYearOfNumber(ctx, named));
  if (year !== null) return { id: year.id, year: year.year };
  if (named !== undefined) throw noYear(`There is no academic year ${named}.`);
  if (NEEDS_A_YEAR.includes(choice.target)) throw noYear('No academic year is active: choose a year.');
  return null;
}

function noYear(message: string): Invalid {
  return new Invalid([{ path: ['year'], message }]);
}
