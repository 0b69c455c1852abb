import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { assertVersionMatches, authorizeToDecide, lockForChange } from './designation-for-change.server.ts';
import { deleteReturnedContents, storeReturnedContents } from './returned-contents.server.ts';
import { storeDesignation } from './store-designation.server.ts';
import { cancelDecisionEmails, takeUndoableDecision } from './undoable-decisions.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { UNDO_MESSAGES } from '#app/messages/undo-labels.ts';
import type { ExpectedRecord } from '#app/lib/versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DesignationContentsSchema } from '#app/schemas/designation-comparison.ts';
import type { UndoRefusal } from '#app/schemas/designation-undo.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { UndoableDecision } from '#db/entities/undoable-decision.ts';

/** The last decision can no longer be undone. */
export class CannotUndo extends Conflict {
  readonly reason: UndoRefusal;

  constructor(reason: UndoRefusal) {
    super(UNDO_MESSAGES[reason]);
    this.reason = reason;
  }
}

/**
 * Undoes an administrator's last decision about a designation, returns the designation with its students, and records
 * the disclosure. For administrators, whoever decided.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 * @throws {CannotUndo} when there is no decision, its time is over, or the designation changed since
 */
export async function undoDecision(ctx: Ctx, request: ExpectedRecord): Promise<DesignationResponse> {
  await authorizeToDecide(ctx, request.id);
  return inTransaction(ctx, async (opened) => {
    const { tx, designation } = await undoLastDecision(opened, request);
    await discloseStudents(tx, 'designation.edit', designation);
    return designation;
  });
}

/**
 * Restores status, reasons, note, and the contents of the return before the decision, cancels its emails, and records
 * an event, in the caller's transaction. Records no disclosure. See `undoDecision` for errors.
 */
export async function undoLastDecision(
  opened: Ctx,
  { id, ifMatch }: ExpectedRecord,
): Promise<{ readonly tx: AuthorizedCtx; readonly designation: DesignationResponse }> {
  const { tx, known } = await lockForChange(opened, id);
  authorize(tx.actor, 'designation.decide', known.designation);
  await assertVersionMatches(tx, known.designation, ifMatch);
  const decision = known.hasUndoableDecision ? await takeUndoableDecision(tx, id) : null;
  if (decision === null) throw new CannotUndo('NONE');
  if (decision.version !== known.designation.version) throw new CannotUndo('CHANGED');
  if (decision.undoUntil <= tx.now()) throw new CannotUndo('EXPIRED');
  if (!(await cancelDecisionEmails(tx, decision))) throw new CannotUndo('SENT');
  const designation = await storeDesignation(tx, {
    before: known.designation,
    after: {
      ...known.designation,
      status: decision.previousStatus,
      reasons: [...decision.previousReasons],
      note: decision.previousNote ?? null,
    },
    kind: 'designation.decisionUndone',
  });
  await restoreReturnedContents(tx, id, decision);
  return { tx, designation };
}

async function restoreReturnedContents(
  tx: AuthorizedCtx,
  id: string,
  { previousReturnedAt, previousContents }: UndoableDecision,
): Promise<void> {
  if (previousReturnedAt === null || previousContents === null) return deleteReturnedContents(tx, id);
  const contents = DesignationContentsSchema.parse(previousContents);
  await storeReturnedContents(tx, { ...contents, id }, previousReturnedAt);
}
