import { randomUUID } from 'node:crypto';
import type { RecipientValues } from '#app/schemas/email.ts';
import type { DeliveryStatus, EmailState } from '#app/schemas/enums.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';

export interface MadeDelivery {
  readonly id: string;
  readonly templateId: string | null;
  readonly templateName: string;
  readonly subject: string;
  readonly body: string;
  readonly richText: boolean;
  readonly year: number | null;
  readonly status: DeliveryStatus;
  readonly scheduledAt: Date | null;
  readonly ruleId: string | null;
  readonly createdById: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** An email of a delivery, by default QUEUED and due since the delivery was made. */
export interface NewDeliveryEmail {
  readonly to: string;
  readonly recipient?: Partial<RecipientValues>;
  readonly userId?: string | null;
  readonly inviteId?: string | null;
  readonly highSchoolIds?: readonly string[];
  readonly state?: EmailState;
  readonly attempts?: number;
  readonly response?: string | null;
  readonly nextAttemptAt?: Date;
  readonly sentAt?: Date | null;
  readonly claimedBy?: string | null;
}

/** Rows per insert, because PostgreSQL allows at most 65,535 parameters. */
const PORTION = 1_000;

/** Inserts a delivery of a plain email, SENDING by default, with a row for each of `emails`, if any. */
export async function makeDelivery(
  orm: Orm,
  given: Partial<MadeDelivery> & { readonly emails?: readonly NewDeliveryEmail[] } = {},
): Promise<MadeDelivery> {
  const { emails = [], ...overrides } = given;
  const delivery: MadeDelivery = {
    id: randomUUID(),
    templateId: null,
    templateName: 'News',
    subject: 'News for {{firstName}}',
    body: 'Dear {{firstName}},\n\nnews for {{schools}}.',
    richText: false,
    year: 2026,
    status: 'SENDING',
    scheduledAt: null,
    ruleId: null,
    createdById: null,
    createdAt: MADE_AT,
    finishedAt: null,
    ...overrides,
  };
  const { templateId, ruleId, createdById, ...columns } = delivery;
  await orm.em.fork().transactional(async (em) => {
    await em.insert(EmailDeliveryEntity, {
      ...columns,
      template: templateId,
      rule: ruleId,
      createdBy: createdById,
      audience: { target: 'ALL_HIGH_SCHOOLS', positions: [] },
      fingerprint: delivery.id,
    });
    const rows = emails.map((email) => emailRow(delivery, email));
    for (let first = 0; first < rows.length; first += PORTION) {
      await em.insertMany(OutboxMailEntity, rows.slice(first, first + PORTION));
    }
  });
  return delivery;
}

function emailRow(delivery: MadeDelivery, email: NewDeliveryEmail) {
  const id = randomUUID();
  return {
    id,
    kind: 'delivery',
    delivery: delivery.id,
    highSchoolIds: [...(email.highSchoolIds ?? [])],
    toAddress: email.to,
    user: email.userId ?? null,
    inviteId: email.inviteId ?? null,
    mergeValues: { firstName: '', lastName: '', schools: [], ...email.recipient },
    messageId: `<${id}@localhost>`,
    state: email.state ?? ('QUEUED' as const),
    attempts: email.attempts ?? 0,
    nextAttemptAt: email.nextAttemptAt ?? delivery.scheduledAt ?? delivery.createdAt,
    claimedAt: email.state === 'SENDING' ? delivery.createdAt : null,
    claimedBy: email.claimedBy ?? null,
    response: email.response ?? null,
    sentAt: email.sentAt ?? null,
    createdAt: delivery.createdAt,
  };
}

/** Returns emails to person0@… up to personN@…, each with a different name. */
export function deliveryEmails(count: number, domain = 'example.org') {
  return Array.from({ length: count }, (_, number) => ({
    to: `person${number}@${domain}`,
    recipient: { firstName: `Ada${number}`, lastName: 'Byron', schools: ['Aurora High'] },
  }));
}
