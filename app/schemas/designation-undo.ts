import { z } from 'zod';
import { DESIGNATION_STATUSES } from './enums.ts';

/** Why a decision can't be undone: there is none, the designation changed since, it's too late, or an email has left. */
export const UNDO_REFUSALS = ['NONE', 'CHANGED', 'EXPIRED', 'SENT'] as const;
export type UndoRefusal = (typeof UNDO_REFUSALS)[number];

/** A decision that can be undone. */
export const UndoableSchema = z.object({
  /** The designation's ID, school, year, version, and status after the decision. */
  id: z.string(),
  name: z.string(),
  year: z.number(),
  version: z.number(),
  status: z.enum(DESIGNATION_STATUSES),
  /** Who decided, if it wasn't the reader; null for the system. */
  by: z.string().nullable(),
  isOwn: z.boolean(),
  secondsLeft: z.number(),
  /** How many emails wait until then. */
  emails: z.number(),
});
export type Undoable = z.output<typeof UndoableSchema>;

const NamedSchema = z.object({ id: z.string(), name: z.string(), year: z.number() });

export const UndoOutcomeSchema = z.object({
  undone: z.array(NamedSchema),
  skipped: z.array(
    z.object({ reason: z.enum(UNDO_REFUSALS), count: z.number(), named: z.array(NamedSchema) }),
  ),
  /** 'ID.VERSION' of each designation that was left when time ran out. */
  rest: z.array(z.string()),
});
export type UndoOutcome = z.output<typeof UndoOutcomeSchema>;

/** What the result of a bulk decision offers to undo. */
export const BulkUndoSchema = z.object({
  /** 'ID.VERSION' of each designation. */
  designations: z.array(z.string()),
  /** Until the first of them can't be undone anymore. */
  secondsLeft: z.number(),
  emails: z.number(),
});
export type BulkUndo = z.output<typeof BulkUndoSchema>;

/** The form of a single decision's Undo. */
export const UndoFormSchema = z.strictObject({ intent: z.literal('undo'), version: z.number().int() });
