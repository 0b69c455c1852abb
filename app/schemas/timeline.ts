import { z } from 'zod';
import { MESSAGE_SIDES } from './designation-message.ts';
import { CHANNELS } from './enums.ts';
import { ResponseInstant } from './fields.ts';

const ValueChangeSchema = z.object({ from: z.unknown(), to: z.unknown() });
export type ValueChange = z.output<typeof ValueChangeSchema>;

/** All 0 if only the order changed. */
const StudentCountsSchema = z.object({
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  /** Names of the changed fields, never their values. */
  changedFields: z.array(z.string()),
});
export type StudentCounts = z.output<typeof StudentCountsSchema>;

/** A person, school or year that an event refers to by ID. */
const NamedInEventSchema = z.object({
  /** The event's field, like 'userId'. */
  field: z.string(),
  name: z.string(),
  /** Null if the reader may not open the page. */
  path: z.string().nullable(),
});
export type NamedInEvent = z.output<typeof NamedInEventSchema>;

/** An event, or several saves in a row by one person. */
export const TimelineEntrySchema = z.object({
  id: z.string(),
  kind: z.string(),
  channel: z.enum(CHANNELS),
  /** Name of the access token that was used; null without one, and for readers who may not see it. */
  tokenName: z.string().nullable(),
  /** The operating system user and host of a command or job, for administrators; null for requests. */
  osUser: z.string().nullable(),
  host: z.string().nullable(),
  /** Null for the system. */
  actorName: z.string().nullable(),
  startedAt: ResponseInstant,
  endedAt: ResponseInstant,
  count: z.number(),
  /** Changes by field, from before the first event to after the last. */
  fields: z.record(z.string(), ValueChangeSchema),
  names: z.array(NamedInEventSchema),
  students: StudentCountsSchema.nullable(),
  /** For reviewers: the email of a decision; null for other events. */
  email: z.enum(['STANDARD', 'EDITED', 'NONE']).nullable(),
  /** Who sent a message; omitted for other events. */
  side: z.enum(MESSAGE_SIDES).optional(),
});
export type TimelineEntry = z.output<typeof TimelineEntrySchema>;

export const TimelineSchema = z.object({
  entries: z.array(TimelineEntrySchema),
  /** Older events come before the event with this ID; null if there are none. */
  olderThan: z.string().nullable(),
});
export type Timeline = z.output<typeof TimelineSchema>;
