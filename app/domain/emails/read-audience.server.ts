import { findActiveYear, findYearOfNumber } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { OUTSTANDING_SCHOOLS } from '#app/schemas/audience-targets.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { BlankCounts } from '#app/schemas/email-send-screens.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';
import { type AudiencePeople, countPeople, selectAudience } from './email-queries.server.ts';

export interface AudienceAsked {
  readonly choice: AudienceChoice;
  /** Addresses that are left out besides; none unless told. */
  readonly except?: readonly string[];
  /** Cuts a page out of the people; all of them unless told. */
  readonly page?: Page;
  /** Tells of this person alone, by the address in lower case, whatever the number of recipients. */
  readonly only?: string;
}

/** Who an email would go to, and of which year. */
export interface AudienceRead extends AudiencePeople {
  readonly year: AudienceYear | null;
}

/**
 * Everybody of an audience and who is left out of it (decisions, section 6). For administrators.
 *
 * @throws {Invalid} for an unknown year
 */
export async function readAudience(
  ctx: Ctx,
  { choice, except = [], page = {}, only }: AudienceAsked,
): Promise<AudienceRead> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const asked = { choice, yearId: year?.id ?? null, except };
  return { ...(await selectAudience(ctx, asked, { ...page, only })), year };
}

/** How many people get the email. Throws as `readAudience`. */
export async function countAudience(ctx: Ctx, { choice }: { choice: AudienceChoice }): Promise<number> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const { recipients } = await countPeople(ctx, { choice, yearId: year?.id ?? null, except: [] });
  return recipients;
}

/**
 * How many people of an audience have no first name, no last name, and no school in it. Throws as `readAudience`.
 *
 * @param asked.except addresses, in lower case, that are not counted
 */
export async function countBlankFields(
  ctx: Ctx,
  { choice, except }: { choice: AudienceChoice; except: readonly string[] },
): Promise<BlankCounts> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const { recipients: _, ...blanks } = await countPeople(ctx, { choice, yearId: year?.id ?? null, except });
  return blanks;
}

/** The academic year of an audience. */
export type AudienceYear = Readonly<Pick<AcademicYear, 'id' | 'year'>>;

/** Those who are asked about a year's designations. */
const NEEDS_A_YEAR: readonly AudienceChoice['target'][] = [
  'HIGH_SCHOOLS_WITH_DESIGNATION',
  'HIGH_SCHOOLS_WITHOUT_DESIGNATION',
  OUTSTANDING_SCHOOLS,
];

/**
 * The year that a choice names, or the active one (decisions, section 6); null where none is active and none is needed.
 *
 * @throws {Invalid} on the path `year` for an unknown year, and where one is needed and none is active
 */
export async function audienceYear(ctx: Ctx, choice: AudienceChoice): Promise<AudienceYear | null> {
  const named = choice.target === OUTSTANDING_SCHOOLS ? undefined : choice.year;
  const year = await (named === undefined ? findActiveYear(ctx) : findYearOfNumber(ctx, named));
  if (year !== null) return { id: year.id, year: year.year };
  if (named !== undefined) throw noYear(`There is no academic year ${named}.`);
  if (NEEDS_A_YEAR.includes(choice.target)) throw noYear('No academic year is active: choose a year.');
  return null;
}

function noYear(message: string): Invalid {
  return new Invalid([{ path: ['year'], message }]);
}
