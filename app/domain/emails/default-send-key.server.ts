import type { Ctx } from '#app/domain/ctx.server.ts';
import { zonedDay } from '#app/lib/zoned-day.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { audienceYear } from './audience-year.server.ts';
import { canonicalChoice, hashOf } from './canonical-choice.server.ts';

/**
 * The key of a send that a schedule repeats: the same for the same template and audience on the same day of the program, whoever of the
 * audience is left out and whenever it leaves. For administrators.
 *
 * @throws {Invalid} for an unknown year
 */
export async function defaultSendKey(
  ctx: Ctx,
  { templateId, choice }: { templateId: string; choice: AudienceChoice },
): Promise<string> {
  authorize(ctx.actor, 'email.manage');
  const year = await audienceYear(ctx, choice);
  const audience = hashOf({ ...canonicalChoice(choice), year: year?.year ?? null });
  return `${zonedDay(ctx.now(), ctx.settings.timeZone)}:${templateId}:${audience}`;
}
