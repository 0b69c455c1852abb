import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict, DomainError, Invalid } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailSendAnswer } from '#app/schemas/email.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { withinLimits } from '#db/work-limits.server.ts';
import { assertRepeatIsWanted, audienceFingerprint, type RepeatWanted } from './earlier-sending.server.ts';
import { audienceYear } from './audience-year.server.ts';
import { canonicalChoice, hashOf } from './canonical-choice.server.ts';
import { isKeyTaken, onceByKey } from './once-by-key.server.ts';
import { scheduledTime } from './scheduled-time.server.ts';
import { keepTemplate, type TemplateForSending, templateForSending } from './template-for-sending.server.ts';
import { writeDelivery } from './write-delivery.server.ts';

export interface EmailSending {
  readonly templateId: string;
  readonly choice: AudienceChoice;
  /** Addresses of the audience that get no mail. */
  readonly except: readonly string[];
  /** ISO 8601; at once unless told. */
  readonly scheduledAt?: string | undefined;
  /** Also where the same email went to the same audience a short time ago; only `true` is part of what a key stands for. */
  readonly again: RepeatWanted;
  /** The caller's Idempotency-Key. */
  readonly key: string | null;
  /** How many people the sender was shown: with another number by now nothing is sent. */
  readonly expected?: number;
}

export interface EmailSent extends EmailSendAnswer {
  /** When it was sent already under the same key, ISO 8601; null where this call has sent it. */
  readonly sentBefore: string | null;
}

/**
 * Sends a template to an audience (decisions, section 6): writes, in one transaction, the delivery with the text as it is now, a row of
 * the outbox for each recipient, and an event. A worker delivers after the commit. For administrators.
 *
 * @throws {NotFound} for an unknown template
 * @throws {Invalid} for nobody to send to, an empty body, unknown merge fields, and a time outside the schedule's limits
 * @throws {Conflict} for a key of another payload, for the same email to the same audience within a minute (`details.delivery` says who
 * and when), and where the number of recipients differs from `expected`
 */
export async function sendEmail(ctx: Ctx, sending: EmailSending): Promise<EmailSent> {
  authorize(ctx.actor, 'email.manage');
  const payload = hashOf([
    sending.templateId,
    canonicalChoice(sending.choice),
    [...new Set(sending.except)].sort(),
    sending.scheduledAt ?? null,
    sending.again === true,
  ]);
  const built = await builtBeforehand(ctx, sending);
  return withinLimits('sending', () =>
    inTransaction(ctx, async (opened) => {
      await keepTemplate(opened, sending.templateId);
      const tx = await reloadActor(opened, 'email.manage');
      const { answer, sentBefore } = await onceByKey(tx, { key: sending.key, payload }, () =>
        sendNow(tx, sending, built),
      );
      return { ...answer, sentBefore };
    }),
  );
}

/**
 * The template as it stands, built while no connection is held for it: building may take seconds. Null where the key has its answer
 * already, and where the template cannot be sent, which the transaction says.
 */
async function builtBeforehand(
  ctx: Ctx,
  { key, templateId }: EmailSending,
): Promise<TemplateForSending | null> {
  if (key !== null && (await isKeyTaken(ctx, key))) return null;
  try {
    return await templateForSending(ctx, templateId);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function sendNow(
  tx: AuthorizedCtx,
  sending: EmailSending,
  built: TemplateForSending | null,
): Promise<EmailSendAnswer> {
  const { choice, except, expected } = sending;
  const template = await templateForSending(tx, sending.templateId, { built });
  const scheduledAt = scheduledTime(tx, sending.scheduledAt);
  const year = await audienceYear(tx, choice);
  const fingerprint = audienceFingerprint(template.id, choice, year);
  await assertRepeatIsWanted(tx, { fingerprint, repeat: sending.again });
  const id = randomUUID();
  const sent = await writeDelivery(tx, { id, template, choice, year, except, scheduledAt, fingerprint });
  if (sent === 0) throw new Invalid([{ path: ['target'], message: 'There is nobody to send to.' }]);
  if (expected !== undefined && expected !== sent) {
    throw new Conflict(
      `${expected === 1 ? '1 person was' : `${expected} people were`} to get this email, by now it would be ${sent}. Look at the list again, then send.`,
    );
  }
  recordEvent(tx, {
    kind: 'delivery.created',
    subject: ['DELIVERY', id],
    changes: { template: template.name, recipients: sent, scheduledAt: scheduledAt?.toISOString() ?? null },
  });
  return { sentEmails: sent, deliveryId: id };
}
