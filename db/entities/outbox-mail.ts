import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MAIL_STATES } from '#app/schemas/enums.ts';
import { HighSchoolEntity } from './high-school.ts';

/**
 * A mail to one recipient, written in the transaction of what it reports and delivered afterwards: the row is the queue.
 * `messageId` is fixed when the row is written, so that a repeat after a crash is recognised as the same mail.
 */
export const OutboxMailEntity = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mail',
  properties: {
    id: p.uuid().primary(),
    kind: p.text(),
    highSchool: () =>
      p
        .manyToOne(HighSchoolEntity)
        .deleteRule('set null')
        .updateRule('no action')
        .nullable()
        .index('outbox_mail_high_school_index'),
    toAddress: p.text().index('outbox_mail_to_address_index'),
    subject: p.text(),
    textBody: p.text(),
    htmlBody: p.text().nullable(),
    messageId: p.text().unique('outbox_mail_message_id_unique'),
    state: p.enum([...MAIL_STATES]).default('QUEUED'),
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
  ],
  indexes: [
    {
      name: 'outbox_mail_due_index',
      expression: `create index "outbox_mail_due_index" on "outbox_mail" ("next_attempt_at") where "state" in ('QUEUED', 'SENDING', 'DEFERRED')`,
    },
  ],
});
export type OutboxMail = InferEntity<typeof OutboxMailEntity>;
