import { findActiveYear, findYearByNumber } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { authorize } from '#app/policy/authorize.ts';
import { OUTSTANDING_SCHOOLS } from '#app/schemas/audience-targets.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { BlankCounts } from '#app/schemas/email-send-screens.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';
import { type AudiencePeople, countPeople, selectAudience } from './email-queries.server.ts';

export interface AudienceRequest {
  readonly choice: AudienceChoice;
  readonly except?: readonly string[];
  readonly page?: Page;
  /** Only this person, by lowercase address. The number of recipients isn't affected. */
  readonly only?: string;
}

export interface AudienceRead extends AudiencePeople {
  readonly year: AudienceYear | null;
}

/**
 * Returns who an audience includes and leaves out (decisions, section 6). For administrators.
 *
 * @throws {Invalid} when the year is unknown, or one is required and none is active
 */
export async function readAudience(
  ctx: Ctx,
  { choice, except = [], page = {}, only }: AudienceRequest,
): Promise<AudienceRead> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const request = { choice, yearId: year?.id ?? null, except };
  return { ...(await selectAudience(ctx, request, { ...page, only })), year };
}

/**
 * Counts the recipients. For administrators.
 *
 * @throws {Invalid} like `readAudience`
 */
export async function countAudience(ctx: Ctx, { choice }: { choice: AudienceChoice }): Promise<number> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const { recipients } = await countPeople(ctx, { choice, yearId: year?.id ?? null, except: [] });
  return recipients;
}

/**
 * Counts the people in an audience without a first name, a last name, or a school in it. For administrators.
 *
 * @param except lowercase addresses to exclude
 * @throws {Invalid} like `readAudience`
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

export type AudienceYear = Readonly<Pick<AcademicYear, 'id' | 'year'>>;

const NEEDS_A_YEAR: readonly AudienceChoice['target'][] = [
  'HIGH_SCHOOLS_WITH_DESIGNATION',
  'HIGH_SCHOOLS_WITHOUT_DESIGNATION',
  OUTSTANDING_SCHOOLS,
];

/**
 * Returns the named or active year (decisions, section 6). Null if none is active and none is required.
 *
 * @throws {Invalid} on `year` when the year is unknown, or one is required and none is active
 */
export async function audienceYear(ctx: Ctx, choice: AudienceChoice): Promise<AudienceYear | null> {
  const named = choice.target === OUTSTANDING_SCHOOLS ? undefined : choice.year;
  const year = await (named === undefined ? findActiveYear(ctx) : findYearByNumber(ctx, named));
  if (year !== null) return { id: year.id, year: year.year };
  if (named !== undefined) throw noYear(EMAIL_MESSAGES.noSuchYear(named));
  if (NEEDS_A_YEAR.includes(choice.target)) throw noYear(EMAIL_MESSAGES.yearNeeded);
  return null;
}

function noYear(message: string): Invalid {
  return new Invalid([{ path: ['year'], message }]);
}
