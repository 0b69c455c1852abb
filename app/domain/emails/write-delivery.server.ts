import type { Ctx } from '#app/domain/ctx.server.ts';
import { actorId } from '#app/policy/actor.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import type { AudienceYear } from './audience-year.server.ts';
import { insertRecipients } from './delivery-queries.server.ts';
import type { TemplateForSending } from './template-for-sending.server.ts';

export interface NewDelivery {
  readonly id: string;
  readonly template: TemplateForSending;
  readonly choice: AudienceChoice;
  readonly year: AudienceYear | null;
  readonly except: readonly string[];
  /** At once where it is null. */
  readonly scheduledAt: Date | null;
  readonly fingerprint: string;
}

/** What the outbox's rows of deliveries are called in the log. */
const KIND = 'delivery';

/**
 * Writes a delivery, with who is left out of it, and a row of the outbox for each recipient, in the caller's transaction: two statements, however many they are.
 * Answers how many.
 */
export async function writeDelivery(tx: Ctx, delivery: NewDelivery): Promise<number> {
  const { id, template, choice, year, except, scheduledAt, fingerprint } = delivery;
  const now = tx.now();
  tx.em.create(EmailDeliveryEntity, {
    id,
    template: template.id,
    templateName: template.name,
    subject: template.subject,
    body: template.body,
    richText: template.richText,
    year: year?.year ?? null,
    audience: choice,
    fingerprint,
    status: 'SENDING',
    scheduledAt,
    createdBy: actorId(tx.actor),
    createdAt: now,
  });
  await tx.em.flush();
  tx.mailer.wakeOutbox();
  return insertRecipients(
    tx,
    { choice, yearId: year?.id ?? null, except },
    {
      deliveryId: id,
      kind: KIND,
      host: new URL(tx.settings.appUrl).hostname,
      dueAt: scheduledAt ?? now,
    },
  );
}
