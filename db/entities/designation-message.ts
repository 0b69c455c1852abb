import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { MESSAGE_SIDES } from '#app/schemas/designation-message.ts';
import { DesignationEntity } from './designation.ts';
import { UserAccountEntity } from './user-account.ts';

/** A message between a school and the office about a designation. It may contain students' data. */
export const DesignationMessageEntity = defineEntity({
  name: 'DesignationMessage',
  tableName: 'designation_message',
  properties: {
    id: p.uuid().primary(),
    designation: () => p.manyToOne(DesignationEntity).deleteRule('cascade').updateRule('no action'),
    /** Position in the designation's thread, from 1. */
    number: p.integer(),
    side: p.enum([...MESSAGE_SIDES]),
    /** Null for the system. */
    author: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('no action')
        .updateRule('no action')
        .nullable()
        .index('designation_message_author_index'),
    text: p.text(),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'designation_message_number_unique', properties: ['designation', 'number'] }],
  checks: [
    { name: 'designation_message_number_check', expression: 'number >= 1' },
    {
      name: 'designation_message_text_check',
      expression: "btrim(text) <> '' and char_length(text) <= 2000",
    },
  ],
});
export type DesignationMessage = InferEntity<typeof DesignationMessageEntity>;
