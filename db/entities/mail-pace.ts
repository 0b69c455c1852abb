import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A single row: when any worker may send the next email, if the settings limit the rate. */
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
