import { z } from 'zod';
import { DecisionOutcomeSchema, DecisionPlanSchema, DownloadPlanSchema } from './designation-bulk.ts';
import { BulkUndoSchema, UndoOutcomeSchema } from './designation-undo.ts';
import { DECISION_REASONS } from './enums.ts';

/** Data of the bulk page; `search` is the list's query, for the link back. */
export const BulkResponseSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('nothing'), search: z.string() }),
  z.object({ step: z.literal('decide'), plan: DecisionPlanSchema, search: z.string() }),
  z.object({
    step: z.literal('done'),
    outcome: DecisionOutcomeSchema,
    /** The decision to apply to the rest. */
    decision: z.object({
      reasons: z.array(z.enum(DECISION_REASONS)),
      note: z.string(),
      withoutEmail: z.boolean(),
    }),
    /** Null if nothing can be undone. */
    undo: BulkUndoSchema.nullable(),
    search: z.string(),
  }),
  z.object({ step: z.literal('undone'), outcome: UndoOutcomeSchema, search: z.string() }),
  z.object({ step: z.literal('download'), plan: DownloadPlanSchema, search: z.string() }),
  z.object({
    step: z.literal('downloadAll'),
    total: z.number(),
    isSomeDownloaded: z.boolean(),
    search: z.string(),
  }),
]);
export type BulkResponse = z.output<typeof BulkResponseSchema>;

/** As stored in the browser, with the time in milliseconds. */
export const StoredBulkResponseSchema = BulkResponseSchema.and(z.object({ storedAt: z.number() }));
export type StoredBulkResponse = z.output<typeof StoredBulkResponseSchema>;
