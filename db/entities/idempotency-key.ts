import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { EmailDeliveryEntity } from './email-delivery.ts';

/** The idempotency key of a send. The same key returns `answer`; `fingerprint` detects a different payload. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    key: p.text().primary(),
    fingerprint: p.text(),
    delivery: () =>
      p
        .manyToOne(EmailDeliveryEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('idempotency_key_delivery_index'),
    answer: p.json().$type<Record<string, unknown>>(),
    createdAt: p.datetime(3).index('idempotency_key_created_at_index'),
  },
});
export type IdempotencyKey = InferEntity<typeof IdempotencyKeyEntity>;
