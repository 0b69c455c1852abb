import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { NOTE_KINDS } from '#app/schemas/enums.ts';
import { DesignationEntity } from './designation.ts';
import { HighSchoolEntity } from './high-school.ts';
import { UserAccountEntity } from './user-account.ts';

/** A note for the office only, about a school or one of its designations. It may be about a student. */
export const InternalNoteEntity = defineEntity({
  name: 'InternalNote',
  tableName: 'internal_note',
  properties: {
    id: p.uuid().primary(),
    highSchool: () => p.manyToOne(HighSchoolEntity).deleteRule('cascade').updateRule('no action'),
    /** Null for a note about the school. */
    designation: () =>
      p
        .manyToOne(DesignationEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .nullable()
        .index('internal_note_designation_index'),
    /** Null for the system. */
    author: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('no action')
        .updateRule('no action')
        .nullable()
        .index('internal_note_author_index'),
    kind: p.enum([...NOTE_KINDS]).default('NOTE'),
    text: p.text(),
    createdAt: p.datetime(3),
  },
  indexes: [{ name: 'internal_note_school_index', properties: ['highSchool', 'createdAt'] }],
  checks: [
    { name: 'internal_note_text_check', expression: "btrim(text) <> '' and char_length(text) <= 2000" },
  ],
});
export type InternalNote = InferEntity<typeof InternalNoteEntity>;
