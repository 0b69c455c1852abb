import { z } from 'zod';
import { MESSAGE_MAX } from '#app/config/constants.ts';
import { HISTORY_BEFORE } from '#app/lib/urls/history-url.ts';
import { DECISION_REASONS } from './enums.ts';
import { ResponseInstant, bodyWithReadOnly, requiredText } from './fields.ts';
import { FlashSchema } from './flash.ts';

/** The two sides of a conversation about a designation: the school's staff and the administrators. */
export const MESSAGE_SIDES = ['SCHOOL', 'OFFICE'] as const;
export type MessageSide = (typeof MESSAGE_SIDES)[number];

const Text = requiredText('Message', MESSAGE_MAX);

export const MessageCreateSchema = bodyWithReadOnly({ text: Text }, [
  'id',
  'designationId',
  'side',
  'author',
  'createdAt',
]);

export const MessageFormSchema = z.strictObject({ text: Text });
export type MessageForm = z.output<typeof MessageFormSchema>;

export const MessageResponseSchema = z.object({
  id: z.string(),
  designationId: z.string(),
  side: z.enum(MESSAGE_SIDES),
  author: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  text: z.string(),
  createdAt: ResponseInstant,
});
export type MessageResponse = z.output<typeof MessageResponseSchema>;

/** What an event stores about a reviewer's decision. */
export const DecisionSchema = z.object({
  reasons: z.array(z.enum(DECISION_REASONS)),
  note: z.string().nullable(),
});

/** A message, or a reviewer's decision with reasons or a note. */
const ThreadEntrySchema = z.object({
  id: z.string(),
  at: ResponseInstant,
  /** The author's name; null for the system. */
  name: z.string().nullable(),
  /** The school's name or the office's. */
  from: z.string(),
  /** The decision's title; null for a message. */
  decision: z.string().nullable(),
  reasons: z.array(z.enum(DECISION_REASONS)).readonly(),
  text: z.string(),
});
export type ThreadEntry = z.output<typeof ThreadEntrySchema>;

export const MessagesScreenSchema = z.object({
  designationId: z.string(),
  schoolName: z.string(),
  year: z.number(),
  /** Oldest first. */
  entries: z.array(ThreadEntrySchema).readonly(),
  /** Number of the oldest message shown, if there are older ones. */
  olderThan: z.number().nullable(),
  isOlder: z.boolean(),
  hint: z.string(),
  flash: z.array(FlashSchema),
});
export type MessagesScreen = z.output<typeof MessagesScreenSchema>;

/** Page of a thread; invalid values show the newest. */
export const ThreadPageQuerySchema = z.object({
  [HISTORY_BEFORE]: z.coerce.number().int().min(1).max(1_000_000_000).nullable().catch(null),
});

/** A designation with unread messages. */
export const UnreadThreadSchema = z.object({
  designationId: z.string(),
  schoolName: z.string(),
  year: z.number(),
  unread: z.number(),
});
export type UnreadThread = z.output<typeof UnreadThreadSchema>;
