import { defineEntity, EnumArrayType, type InferEntity, p } from '@mikro-orm/core';
import { DECISION_REASONS, type DecisionReason, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import { DesignationEntity } from './designation.ts';
import { UserAccountEntity } from './user-account.ts';

/**
 * What a designation's last decision replaced, while the decision can be undone. Deleted soon after, because the
 * contents of an earlier return are students' data.
 */
export const UndoableDecisionEntity = defineEntity({
  name: 'UndoableDecision',
  tableName: 'undoable_decision',
  properties: {
    designation: () => p.oneToOne(DesignationEntity).primary().deleteRule('cascade').updateRule('no action'),
    /** The designation's version after the decision. Any later change ends the undo. */
    version: p.integer(),
    decidedBy: () =>
      p.manyToOne(UserAccountEntity).deleteRule('no action').updateRule('no action').nullable(),
    /** Whether it was one of several decided together. */
    isBulk: p.boolean(),
    undoUntil: p.datetime(3).index('undoable_decision_undo_until_index'),
    previousStatus: p.enum([...DESIGNATION_STATUSES]),
    previousReasons: p
      .type(new EnumArrayType('UndoableDecision.previousReasons', [...DECISION_REASONS]))
      .$type<DecisionReason[]>(),
    previousNote: p.text().nullable(),
    /** The contents of the last return before the decision; null if none were stored. */
    previousReturnedAt: p.datetime(3).nullable(),
    previousContents: p.json().$type<Record<string, unknown>>().nullable(),
    /** The decision's emails, which wait in the outbox until `undoUntil`. */
    mailIds: p.array().columnType('uuid[]'),
    /** Emails of the decision before, which this one canceled. Undoing it sends them. */
    replacedMailIds: p.array().columnType('uuid[]'),
  },
  checks: [
    {
      name: 'undoable_decision_contents_check',
      expression: '(previous_returned_at is null) = (previous_contents is null)',
    },
  ],
  indexes: [
    {
      name: 'undoable_decision_decided_by_index',
      expression:
        'create index "undoable_decision_decided_by_index" on "undoable_decision" ("decided_by_id", "undo_until")',
    },
  ],
});
export type UndoableDecision = InferEntity<typeof UndoableDecisionEntity>;
