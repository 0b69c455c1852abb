import { counted } from '#app/lib/text/counted.ts';
import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict, DomainError, Invalid } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { EmailSendAnswer } from '#app/schemas/email.ts';
import { isSchedulable, latestSchedule } from '#app/schemas/schedule-window.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { withinLimits } from '#db/work-limits.server.ts';
import { audienceYear } from './read-audience.server.ts';
import {
  assertRepeatIsWanted,
  audienceFingerprint,
  canonicalChoice,
  hashOf,
  type EmailSent,
  isKeyTaken,
  onceByKey,
  type RepeatWanted,
} from './repeated-sends.server.ts';
import { insertRecipients } from './delivery-queries.server.ts';
import { keepTemplate, type SendableTemplate, getSendableTemplate } from './sendable-template.server.ts';

export interface EmailRequest {
  readonly templateId: string;
  readonly choice: AudienceChoice;
  /** Addresses of the audience that get no email. */
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

/**
 * Sends a template to an audience (decisions, section 6): writes, in one transaction, the delivery with the text as it is now, a row of
 * the outbox for each recipient, and an event. A worker delivers after the commit. For administrators.
 *
 * @throws {NotFound} for an unknown template
 * @throws {Invalid} for nobody to send to, an empty body, unknown merge fields, and a time outside the schedule's limits
 * @throws {Conflict} for a key of another payload, for the same email to the same audience within a minute (`details.delivery` says who
 * and when), and where the number of recipients differs from `expected`
 */
export async function sendEmail(ctx: Ctx, request: EmailRequest): Promise<EmailSent> {
  authorize(ctx.actor, 'email.manage');
  const payload = hashOf([
    request.templateId,
    canonicalChoice(request.choice),
    [...new Set(request.except)].sort(),
    request.scheduledAt ?? null,
    request.again === true,
  ]);
  const built = await builtBeforehand(ctx, request);
  return withinLimits('sending', () =>
    inTransaction(ctx, async (opened) => {
      await keepTemplate(opened, request.templateId);
      const tx = await reloadActor(opened, 'email.manage');
      return onceByKey(tx, { key: request.key, payload }, () => sendNow(tx, request, built));
    }),
  );
}

/**
 * The template as it stands, built while no connection is held for it: building may take seconds. Null where the key has its answer
 * already, and where the template cannot be sent, which the transaction says.
 */
async function builtBeforehand(
  ctx: Ctx,
  { key, templateId }: EmailRequest,
): Promise<SendableTemplate | null> {
  if (key !== null && (await isKeyTaken(ctx, key))) return null;
  try {
    return await getSendableTemplate(ctx, templateId);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function sendNow(
  tx: AuthorizedCtx,
  request: EmailRequest,
  built: SendableTemplate | null,
): Promise<EmailSendAnswer> {
  const { choice, except, expected } = request;
  const template = await getSendableTemplate(tx, request.templateId, { built });
  const scheduledAt = scheduledTime(tx, request.scheduledAt);
  const year = await audienceYear(tx, choice);
  const fingerprint = audienceFingerprint(template.id, choice, year);
  await assertRepeatIsWanted(tx, { fingerprint, repeat: request.again });
  const id = randomUUID();
  const { name, subject, body, richText } = template;
  tx.em.create(EmailDeliveryEntity, {
    ...{ id, template: template.id, templateName: name, subject, body, richText },
    ...{ year: year?.year ?? null, audience: choice, fingerprint, status: 'SENDING', scheduledAt },
    ...{ createdBy: actorId(tx.actor), createdAt: tx.now() },
  });
  await tx.em.flush();
  tx.mailer.wakeOutbox();
  const sent = await insertRecipients(
    tx,
    { choice, yearId: year?.id ?? null, except },
    { deliveryId: id, dueAt: scheduledAt ?? tx.now() },
  );
  if (sent === 0) throw new Invalid([{ path: ['target'], message: 'There’s no one to send to.' }]);
  if (expected !== undefined && expected !== sent) {
    throw new Conflict(
      `${counted(expected, 'person was', 'people were')} to get this email, by now it would be ${sent}. Look at the list again, then send.`,
    );
  }
  recordEvent(tx, {
    kind: 'delivery.created',
    subject: ['DELIVERY', id],
    changes: { template: name, recipients: sent, scheduledAt: scheduledAt?.toISOString() ?? null },
  });
  return { sentEmails: sent, deliveryId: id };
}

/**
 * When an email is to leave; null for at once.
 *
 * @param scheduledAt ISO 8601
 * @throws {Invalid} on the path `scheduledAt` for a time that has passed or is more than `SCHEDULE_DAYS_MAX` days away
 */
export function scheduledTime(ctx: Ctx, scheduledAt: string | undefined): Date | null {
  if (scheduledAt === undefined) return null;
  const time = new Date(scheduledAt);
  if (isSchedulable(time, ctx.now())) return time;
  const until = formatInZone(latestSchedule(ctx.now()).toISOString(), ctx.settings.timeZone);
  const message = `Choose a future time, until ${until} at the latest, or send now.`;
  throw new Invalid([{ path: ['scheduledAt'], message }]);
}
