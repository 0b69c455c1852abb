import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { EmailDeliveryEntity } from './email-delivery.ts';
import { HighSchoolEntity } from './high-school.ts';
import { ReminderRuleEntity } from './reminder-rule.ts';

/** Prevents a rule from reminding a school twice. */
export const SentReminderEntity = defineEntity({
  name: 'SentReminder',
  tableName: 'sent_reminder',
  properties: {
    id: p.uuid().primary(),
    rule: () => p.manyToOne(ReminderRuleEntity).deleteRule('cascade').updateRule('no action'),
    highSchool: () =>
      p
        .manyToOne(HighSchoolEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('sent_reminder_high_school_index'),
    delivery: () =>
      p
        .manyToOne(EmailDeliveryEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('sent_reminder_delivery_index'),
  },
  uniques: [{ name: 'sent_reminder_rule_school_unique', properties: ['rule', 'highSchool'] }],
});
export type SentReminder = InferEntity<typeof SentReminderEntity>;
