import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** One row: when the next mail of the outbox may leave, for all workers together, where the settings limit the rate. */
export const MailPaceEntity = defineEntity({
  name: 'MailPace',
  tableName: 'mail_pace',
  properties: {
    id: p.integer().primary().autoincrement(false),
    nextAt: p.datetime(3),
  },
  checks: [{ name: 'mail_pace_id_check', expression: 'id = 1' }],
});
export type MailPace = InferEntity<typeof MailPaceEntity>;
