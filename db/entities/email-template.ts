import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps, version } from './timestamps.ts';

/** An email template of the administrators. `richText` bodies are MJML (specification, section 3). */
export const EmailTemplateEntity = defineEntity({
  name: 'EmailTemplate',
  tableName: 'email_template',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    subject: p.text(),
    body: p.text().default(''),
    richText: p.boolean().default(false),
    /** Written for one occasion, and left out of the list of templates. */
    isOneOff: p.boolean().default(false),
    version,
    ...timestamps,
  },
  checks: [{ name: 'email_template_name_check', expression: "btrim(name) <> ''" }],
  indexes: [
    {
      name: 'email_template_name_index',
      expression:
        'create index "email_template_name_index" on "email_template" ("name" collate "und-x-icu", "id")',
    },
  ],
});
export type EmailTemplate = InferEntity<typeof EmailTemplateEntity>;
