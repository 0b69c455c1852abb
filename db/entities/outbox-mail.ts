import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { EMAIL_STATES } from '#app/schemas/enums.ts';
import type { RecipientValues } from '#app/schemas/email.ts';
import { EmailDeliveryEntity } from './email-delivery.ts';
import { UserAccountEntity } from './user-account.ts';

/**
 * An email to one recipient, in the outbox. `messageId` never changes, so that a repeat after a crash is recognized. An
 * email of a delivery has no text: it is rendered from the delivery and `mergeValues` when it is sent.
 */
export const OutboxMailEntity = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mail',
  properties: {
    id: p.uuid().primary(),
    kind: p.text(),
    delivery: () => p.manyToOne(EmailDeliveryEntity).deleteRule('cascade').updateRule('no action').nullable(),
    highSchoolIds: p.array().columnType('uuid[]').defaultRaw("'{}'"),
    /** The recipient's account. The email is sent to its current address. */
    user: () => p.manyToOne(UserAccountEntity).deleteRule('set null').updateRule('no action').nullable(),
    /** The invite that the email is about. Not a foreign key, because the email outlives the invite. */
    inviteId: p.uuid().nullable(),
    toAddress: p.text().index('outbox_mail_to_address_index'),
    subject: p.text().nullable(),
    textBody: p.text().nullable(),
    mergeValues: p.json().$type<RecipientValues>().nullable(),
    messageId: p.text().unique('outbox_mail_message_id_unique'),
    state: p.enum([...EMAIL_STATES]).default('QUEUED'),
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime(3),
    claimedAt: p.datetime(3).nullable(),
    claimedBy: p.text().nullable(),
    response: p.text().nullable(),
    sentAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  checks: [
    { name: 'outbox_mail_attempts_check', expression: 'attempts >= 0' },
    { name: 'outbox_mail_to_address_check', expression: "btrim(to_address) <> ''" },
    {
      name: 'outbox_mail_text_check',
      expression:
        '(delivery_id is null) = (text_body is not null) and (delivery_id is null) = (subject is not null)',
    },
  ],
  indexes: [
    {
      name: 'outbox_mail_due_index',
      expression: `create index "outbox_mail_due_index" on "outbox_mail" ("next_attempt_at") where "delivery_id" is null and "state" in ('QUEUED', 'SENDING', 'DEFERRED')`,
    },
    {
      name: 'outbox_mail_delivery_due_index',
      expression: `create index "outbox_mail_delivery_due_index" on "outbox_mail" ("delivery_id", "next_attempt_at") where "state" in ('QUEUED', 'SENDING', 'DEFERRED')`,
    },
    { name: 'outbox_mail_delivery_state_index', properties: ['delivery', 'state'] },
    {
      name: 'outbox_mail_high_schools_index',
      expression:
        'create index "outbox_mail_high_schools_index" on "outbox_mail" using gin ("high_school_ids")',
    },
  ],
});
export type OutboxMail = InferEntity<typeof OutboxMailEntity>;
