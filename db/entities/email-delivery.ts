import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DELIVERY_STATUSES } from '#app/schemas/enums.ts';
import { EmailTemplateEntity } from './email-template.ts';
import { ReminderRuleEntity } from './reminder-rule.ts';
import { UserAccountEntity } from './user-account.ts';
import { version } from './timestamps.ts';

/**
 * A delivery to an audience, with the template's text at that time. The outbox has a row per recipient. `fingerprint`
 * identifies template and audience. It ignores `except` and `leftOut` in `audience`.
 */
export const EmailDeliveryEntity = defineEntity({
  name: 'EmailDelivery',
  tableName: 'email_delivery',
  properties: {
    id: p.uuid().primary(),
    template: () =>
      p
        .manyToOne(EmailTemplateEntity)
        .deleteRule('set null')
        .updateRule('no action')
        .nullable()
        .index('email_delivery_template_index'),
    templateName: p.text(),
    subject: p.text(),
    body: p.text(),
    richText: p.boolean(),
    year: p.integer().nullable(),
    audience: p.json().$type<Record<string, unknown>>(),
    fingerprint: p.text(),
    rule: () =>
      p
        .manyToOne(ReminderRuleEntity)
        .deleteRule('set null')
        .updateRule('no action')
        .nullable()
        .index('email_delivery_rule_index'),
    status: p.enum([...DELIVERY_STATUSES]),
    scheduledAt: p.datetime(3).nullable(),
    createdBy: () =>
      p.manyToOne(UserAccountEntity).deleteRule('no action').updateRule('no action').nullable(),
    createdAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
    version,
  },
  indexes: [
    {
      name: 'email_delivery_sending_index',
      expression: `create index "email_delivery_sending_index" on "email_delivery" ("created_at") where "status" = 'SENDING'`,
    },
    { name: 'email_delivery_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'email_delivery_fingerprint_index', properties: ['fingerprint', 'createdAt'] },
  ],
});
export type EmailDelivery = InferEntity<typeof EmailDeliveryEntity>;
