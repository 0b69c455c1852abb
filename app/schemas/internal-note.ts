import { z } from 'zod';
import { NOTE_MAX } from '#app/config/constants.ts';
import { NOTE_KINDS } from './enums.ts';
import { ResponseInstant, bodyWithReadOnly, requiredText, Uuid } from './fields.ts';

const Text = requiredText('Note', NOTE_MAX);

const READ_ONLY = ['id', 'highSchoolId', 'designationId', 'author', 'createdAt'] as const;

export const NoteCreateSchema = bodyWithReadOnly({ text: Text }, READ_ONLY);

/** A note about a school, which may also be about a call with it. */
export const SchoolNoteCreateSchema = bodyWithReadOnly(
  { text: Text, kind: z.enum(NOTE_KINDS).default('NOTE') },
  READ_ONLY,
);

export const NoteFormSchema = z.strictObject({
  intent: z.literal('add-note'),
  text: Text,
  /** Whether it's about a phone call. Notes about designations never are. */
  isCall: z.boolean().default(false),
  /** The refusal of another form of the page, as JSON. */
  refused: z.string().optional(),
});

/** A refusal of a form, which a page without scripts sends back to show it again. */
export const RefusedFormSchema = z.object({
  initialValue: z.record(z.string(), z.json()),
  error: z.record(z.string(), z.array(z.string()).nullable()).optional(),
});

export const NoteDeletionFormSchema = z.strictObject({ intent: z.literal('delete-note'), noteId: Uuid });

export const NoteResponseSchema = z.object({
  id: z.string(),
  highSchoolId: z.string(),
  /** The designation that it's about; null for a note about the school. */
  designationId: z.string().nullable(),
  /** Null for the system. */
  author: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  kind: z.enum(NOTE_KINDS),
  text: z.string(),
  createdAt: ResponseInstant,
});
export type NoteResponse = z.output<typeof NoteResponseSchema>;

/** A note on a screen. */
export const ShownNoteSchema = NoteResponseSchema.pick({
  id: true,
  author: true,
  kind: true,
  text: true,
  createdAt: true,
}).extend({
  /** Whether the reader wrote it. */
  isOwn: z.boolean(),
});
export type ShownNote = z.output<typeof ShownNoteSchema>;

/** A page of the notes panel, newest first. */
export const ShownNotesSchema = z.object({
  notes: z.array(ShownNoteSchema),
  /** From 1. */
  page: z.number(),
  /** Number of notes on all pages. */
  total: z.number(),
  /** When the reader wrote their newest note, on whichever page it is; null without one. */
  newestOwnAt: ResponseInstant.nullable(),
});
export type ShownNotes = z.output<typeof ShownNotesSchema>;
