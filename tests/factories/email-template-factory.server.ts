import { randomUUID } from 'node:crypto';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';

interface NewTemplate {
  readonly name?: string;
  readonly subject?: string;
  readonly body?: string;
  readonly richText?: boolean;
  readonly isOneOff?: boolean;
}

/** Inserts an email template, by default plain text that greets by first name. Returns its ID. */
export async function makeTemplate(orm: Orm, overrides: NewTemplate = {}): Promise<string> {
  const id = randomUUID();
  await orm.em.fork().insert(EmailTemplateEntity, {
    id,
    name: 'News',
    subject: 'News for {{schools}}',
    body: 'Dear {{firstName}}, it is {{year}}.',
    richText: false,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
    ...overrides,
  });
  return id;
}
