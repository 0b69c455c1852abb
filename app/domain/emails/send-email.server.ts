import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict, DomainError, Invalid } from '#app/lib/domain-errors.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { EmailSendResponse } from '#app/schemas/email.ts';
import { isSchedulable, scheduleError } from '#app/schemas/schedule-window.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { withinLimits } from '#db/work-limits.server.ts';
import { audienceYear } from './read-audience.server.ts';
import {
  assertRepeatConfirmed,
  audienceFingerprint,
  canonicalChoice,
  hashOf,
  type EmailSent,
  isKeyTaken,
  onceByKey,
  type RepeatConfirmation,
} from './repeated-sends.server.ts';
import { insertRecipients } from './delivery-queries.server.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { lockTemplate, type SendableTemplate, getSendableTemplate } from './sendable-template.server.ts';

export interface EmailRequest {
  readonly templateId: string;
  readonly choice: AudienceChoice;
  readonly except: readonly string[];
  /** ISO 8601; now by default. */
  readonly scheduledAt?: string | undefined;
  /** Whether to repeat a recent send. Only `true` is part of the key's payload. */
  readonly again: RepeatConfirmation;
  readonly key: string | null;
  /** Number of recipients the sender saw; nothing is sent if it has changed. */
  readonly expected?: number;
}

/**
 * Creates a delivery, its outbox rows, and an event in one transaction (decisions, section 6).
 *
 * @throws {NotFound} when the template doesn't exist
 * @throws {Invalid} when there are no recipients, the template can't be sent, or the time isn't allowed
 * @throws {Conflict} when the key has another payload, the send repeats a recent one, or `expected` doesn't match
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
      await lockTemplate(opened, request.templateId);
      const tx = await reloadActor(opened, 'email.manage');
      return onceByKey(tx, { key: request.key, payload }, () => sendNow(tx, request, built));
    }),
  );
}

/**
 * Compiles the template before the transaction, because it may take seconds. Null if the key is already used, or if the
 * template can't be sent, which the transaction then reports.
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
): Promise<EmailSendResponse> {
  const { choice, except, expected } = request;
  const template = await getSendableTemplate(tx, request.templateId, { built });
  const scheduledAt = scheduledTime(tx, request.scheduledAt);
  const year = await audienceYear(tx, choice);
  const fingerprint = audienceFingerprint(template.id, choice, year);
  await assertRepeatConfirmed(tx, { fingerprint, repeat: request.again });
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
  if (sent === 0) throw new Invalid([{ path: ['target'], message: EMAIL_MESSAGES.noRecipients }]);
  if (expected !== undefined && expected !== sent) {
    throw new Conflict(EMAIL_MESSAGES.listChanged(expected, sent));
  }
  recordEvent(tx, 'delivery.created', ['DELIVERY', id], {
    template: name,
    recipients: sent,
    scheduledAt: scheduledAt?.toISOString() ?? null,
  });
  return { sentEmails: sent, deliveryId: id };
}

/**
 * Returns when to send an email; null for now.
 *
 * @param scheduledAt ISO 8601
 * @throws {Invalid} on `scheduledAt` when the time has passed or is more than `SCHEDULE_DAYS_MAX` days away
 */
export function scheduledTime(ctx: Ctx, scheduledAt: string | undefined): Date | null {
  if (scheduledAt === undefined) return null;
  const time = new Date(scheduledAt);
  if (isSchedulable(time, ctx.now())) return time;
  throw new Invalid([{ path: ['scheduledAt'], message: scheduleError(ctx.now(), ctx.settings.timeZone) }]);
}
