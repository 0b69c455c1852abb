import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { BlankCounts } from '#app/schemas/email-sending-screens.ts';
import { type AudienceYear, audienceYear } from './audience-year.server.ts';
import { type AudiencePeople, countBlanks, countPeople, selectAudience } from './email-queries.server.ts';

export interface AudienceAsked {
  readonly choice: AudienceChoice;
  /** Addresses that are left out besides; none unless told. */
  readonly except?: readonly string[];
  /** Cuts a page out of the people; all of them unless told. */
  readonly page?: Page;
  /** Tells of this person alone, by the address in lower case, whatever the number of recipients. */
  readonly only?: string;
}

/** Who a mail would go to, and of which year. */
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

/**
 * How many people get the email. Throws as `readAudience`.
 */
export async function countAudience(ctx: Ctx, { choice }: { choice: AudienceChoice }): Promise<number> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  return countPeople(ctx, { choice, yearId: year?.id ?? null, except: [] });
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
  return countBlanks(ctx, { choice, yearId: year?.id ?? null, except });
}
