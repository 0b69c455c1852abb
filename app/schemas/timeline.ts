import { z } from 'zod';
import { CHANNELS } from './enums.ts';
import { AnsweredInstant } from './fields.ts';

/** From what to what; values as the field has them. */
const ValueChangeSchema = z.object({ from: z.unknown(), to: z.unknown() });
export type ValueChange = z.output<typeof ValueChangeSchema>;

/** How many students were added, removed and changed; none of them only where their order is another. */
const StudentCountsSchema = z.object({
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  /** Which fields of those who were changed, by name; never what they hold. */
  changedFields: z.array(z.string()),
});
export type StudentCounts = z.output<typeof StudentCountsSchema>;

/** A person, school or year that an event names by its id. */
const NamedInEventSchema = z.object({
  /** The event's field, like 'userId'. */
  field: z.string(),
  name: z.string(),
  /** The page about it; null where the reader may not open one. */
  path: z.string().nullable(),
});
export type NamedInEvent = z.output<typeof NamedInEventSchema>;

/** One thing that happened to a designation, a school, a user, a year or an invite, or several saves of one person in a row. */
export const TimelineEntrySchema = z.object({
  /** The newest event's. */
  id: z.string(),
  kind: z.string(),
  channel: z.enum(CHANNELS),
  /** Who did it; null for the system. */
  actorName: z.string().nullable(),
  startedAt: AnsweredInstant,
  endedAt: AnsweredInstant,
  /** How many events it stands for. */
  count: z.number(),
  /** What changed from before the first to after the last, by field. */
  fields: z.record(z.string(), ValueChangeSchema),
  /** Whom and what it names. */
  names: z.array(NamedInEventSchema),
  students: StudentCountsSchema.nullable(),
  /** For reviewers: what became of a decision's mail; null where it is no decision. */
  mail: z.enum(['STANDARD', 'EDITED', 'NONE']).nullable(),
});
export type TimelineEntry = z.output<typeof TimelineEntrySchema>;

/** A page of the timeline, newest first. */
export const TimelineSchema = z.object({
  entries: z.array(TimelineEntrySchema),
  /** The event before which older ones follow; null where there are none. */
  olderThan: z.string().nullable(),
});
export type Timeline = z.output<typeof TimelineSchema>;
