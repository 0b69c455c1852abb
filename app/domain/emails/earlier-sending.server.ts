import type { Ctx } from '#app/domain/ctx.server.ts';
import { takeTextLock } from '#app/domain/lock-queries.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { fullName } from '#app/lib/person-name.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { EarlierSending } from '#app/schemas/email-sending-screens.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { AudienceYear } from './audience-year.server.ts';
import { canonicalChoice, hashOf } from './canonical-choice.server.ts';

/** A repeat within a minute is refused unless the caller asks for it (decisions, section 10). */
export const REPEAT_SECONDS = 60;

/** A screen asks again within a day. */
export const SCREEN_REPEAT_SECONDS = 24 * 60 * 60;

/** Whether a repeat is wanted: never, always, or after the sender was shown this earlier sending (null: none). */
export type RepeatWanted = boolean | 'asked' | { readonly afterDeliveryId: string | null };

/** The same for the same template and choice, whoever is left out of it and whenever it is sent. */
export function audienceFingerprint(
  templateId: string,
  choice: AudienceChoice,
  year: AudienceYear | null,
): string {
  return hashOf([templateId, { ...canonicalChoice(choice), year: year?.year ?? null }]);
}

/** The latest sending of the same email to the same audience that was not canceled; null where there is none. */
export async function findEarlierSending(ctx: Ctx, fingerprint: string): Promise<EarlierSending | null> {
  const delivery = await ctx.em.findOne(
    EmailDeliveryEntity,
    { fingerprint, status: { $ne: 'CANCELLED' } },
    { orderBy: { createdAt: 'desc', id: 'asc' }, populate: ['createdBy'] },
  );
  if (delivery === null) return null;
  const ageSeconds = (ctx.now().getTime() - delivery.createdAt.getTime()) / 1000;
  return {
    id: delivery.id,
    createdAt: delivery.createdAt.toISOString(),
    createdBy: delivery.createdBy
      ? {
          id: delivery.createdBy.id,
          firstName: delivery.createdBy.firstName,
          lastName: delivery.createdBy.lastName,
        }
      : null,
    recipients: await ctx.em.count(OutboxMailEntity, { delivery: delivery.id }),
    isRecent: ageSeconds < SCREEN_REPEAT_SECONDS,
  };
}

/**
 * Lets one send of a kind at a time decide; the others wait for its end.
 *
 * @throws {Conflict} with who and when, where the same email went to the same audience a short time ago and a repeat is not wanted
 */
export async function assertRepeatIsWanted(
  tx: Ctx,
  { fingerprint, repeat }: { fingerprint: string; repeat: RepeatWanted },
): Promise<void> {
  await takeTextLock(tx, 'send', fingerprint);
  if (repeat === true || repeat === 'asked') return;
  const earlier = await findEarlierSending(tx, fingerprint);
  if (earlier === null) return;
  const isShown = repeat !== false && repeat.afterDeliveryId === earlier.id;
  const seconds = repeat === false ? REPEAT_SECONDS : SCREEN_REPEAT_SECONDS;
  const isOld = tx.now().getTime() - new Date(earlier.createdAt).getTime() >= seconds * 1000;
  if (isShown || isOld) return;
  const { id, createdAt, createdBy } = earlier;
  const who = createdBy === null ? 'The system' : fullName(createdBy);
  throw new Conflict(
    `${who} sent this email to the same audience on ${formatInZone(createdAt, tx.settings.timeZone)}. Send it again?`,
    { delivery: { id, createdAt, createdBy } },
  );
}
