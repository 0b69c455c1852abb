import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DesignationEntity } from './designation.ts';
import { UserAccountEntity } from './user-account.ts';

/** The newest message of a designation's thread that a user has opened. */
export const MessageReadingEntity = defineEntity({
  name: 'MessageReading',
  tableName: 'message_reading',
  properties: {
    designation: () => p.manyToOne(DesignationEntity).primary().deleteRule('cascade').updateRule('no action'),
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .primary()
        .deleteRule('cascade')
        .updateRule('no action')
        .index('message_reading_user_index'),
    /** The message's number. */
    number: p.integer(),
  },
  checks: [{ name: 'message_reading_number_check', expression: 'number >= 1' }],
});
export type MessageReading = InferEntity<typeof MessageReadingEntity>;
