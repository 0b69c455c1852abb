import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { decideDesignation } from './decide-designation.server.ts';
import {
  assertVersionMatches,
  type DesignationForChange,
  lockForChange,
} from './designation-for-change.server.ts';
import { submissionReceipts } from './designation-emails.ts';
import {
  administratorsEditIssues,
  cutToClassSize,
  editedDesignation,
  isDraftStatus,
} from './edited-designation.ts';
import { assertFieldsPermitted, assertOpenToStaffChange, isChangeBySchool } from './permitted-changes.ts';
import { differs, storeDesignation } from './store-designation.server.ts';
import { submissionDeadline } from './submission-deadline.ts';
import { submissionIssues } from './submission-issues.ts';
import { discardUndoableDecision } from './undoable-decisions.server.ts';
import type { EmailText } from '#app/lib/markup/fill-notice.ts';
import { Conflict, Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import type { RecordChange } from '#app/lib/versions.ts';
import { formatInZone, zonedDay } from '#app/lib/time/zoned-time.ts';
import type { DesignationResponse, DesignationPatch } from '#app/schemas/designation.ts';

export interface DesignationChangeRequest extends RecordChange<DesignationPatch> {
  /** Text that an administrator sends the school instead of the standard text. */
  readonly emailText?: EmailText | null;
  /** Whether several designations are decided together; false by default. */
  readonly isBulk?: boolean;
}

/**
 * Changes a designation in the caller's transaction, for single and bulk changes. Records no disclosure.
 * See `patchDesignation` for permissions and errors.
 */
export async function changeDesignation(
  opened: Ctx,
  request: DesignationChangeRequest,
): Promise<{ readonly tx: AuthorizedCtx; readonly designation: DesignationResponse }> {
  const { tx, known } = await lockForChange(opened, request.id);
  await assertVersionMatches(tx, known.designation, request.ifMatch);
  return { tx, designation: await changeLocked(tx, known, request) };
}

/** Like `changeDesignation`, for a designation that is already locked and has the expected version. */
export async function changeLocked(
  ctx: AuthorizedCtx,
  known: DesignationForChange,
  request: Omit<DesignationChangeRequest, 'id' | 'ifMatch'>,
): Promise<DesignationResponse> {
  const { patch } = request;
  assertFieldsPermitted(ctx.actor, patch, known.designation);
  return isChangeBySchool(ctx.actor, known.designation, request)
    ? changeAsStaff(ctx, known, patch)
    : changeAsAdministrator(ctx, known, request);
}

async function changeAsStaff(
  ctx: AuthorizedCtx,
  known: DesignationForChange,
  patch: DesignationPatch,
): Promise<DesignationResponse> {
  const before = known.designation;
  const status = patch.status ?? before.status;
  assertOpenToStaffChange(before.status, status);
  const edited = editedDesignation(before, patch, momentOf(ctx));
  if (isDraftStatus(status)) {
    assertValid(edited.issues);
    return saveDesignation(ctx, cutToClassSize(edited, patch));
  }
  assertNotTooLate(ctx, known);
  assertValid([...edited.issues, ...submissionIssues(edited.after, known.previousCriteria, before.students)]);
  return patch.status === undefined
    ? saveDesignation(ctx, edited)
    : submitDesignation(ctx, known, edited.after);
}

async function changeAsAdministrator(
  ctx: AuthorizedCtx,
  known: DesignationForChange,
  { patch, emailText = null, isBulk = false }: Omit<DesignationChangeRequest, 'id' | 'ifMatch'>,
): Promise<DesignationResponse> {
  const before = known.designation;
  const status = patch.status ?? before.status;
  const reasons = patch.reasons === undefined ? undefined : [...new Set(patch.reasons)];
  if (emailText !== null && status === before.status) {
    throw new Invalid([{ path: ['emailBody'], message: DESIGNATION_MESSAGES.emailWithoutDecision }]);
  }
  const edited = editedDesignation(before, patch, momentOf(ctx));
  assertValid([...edited.issues, ...administratorsEditIssues(edited, status, known.previousCriteria)]);
  if (status !== before.status) {
    return decideDesignation(ctx, known, edited.after, {
      status,
      reasons: reasons ?? [],
      note: patch.note ?? null,
      notify: patch.notify ?? true,
      emailText,
      isBulk,
    });
  }
  return saveDesignation(ctx, {
    before,
    after: {
      ...edited.after,
      reasons: reasons ?? before.reasons,
      note: patch.note === undefined ? before.note : patch.note,
    },
  });
}

function momentOf(ctx: Ctx) {
  const now = ctx.now();
  return { now, today: zonedDay(now, ctx.settings.timeZone) };
}

function assertValid(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new Invalid(issues);
}

/** Stores an edit that keeps the status. Records an event but sends no email; skips edits without changes. */
async function saveDesignation(
  ctx: AuthorizedCtx,
  edit: { before: DesignationResponse; after: DesignationResponse },
): Promise<DesignationResponse> {
  if (!differs(edit.before, edit.after)) return edit.before;
  return storeDesignation(ctx, { ...edit, kind: 'designation.edited' });
}

/**
 * Submits a designation (specification, section 4): makes it PENDING with the actor as submitter, records an
 * event, and emails the staff a receipt. The caller has checked that it is complete.
 */
async function submitDesignation(
  ctx: AuthorizedCtx,
  known: DesignationForChange,
  contents: DesignationResponse,
): Promise<DesignationResponse> {
  await discardUndoableDecision(ctx, known);
  return storeDesignation(ctx, {
    before: known.designation,
    after: { ...contents, status: 'PENDING', submittedBy: submitterOf(ctx, contents) },
    kind: 'designation.submitted',
    details: { studentCount: contents.students.length },
    emailsOf: (submitted) => submissionReceipts(ctx, known, submitted),
  });
}

/** @throws {Conflict} with the date when the school's deadline has passed (decisions, section 5) */
function assertNotTooLate(ctx: Ctx, known: DesignationForChange): void {
  const { designation } = known;
  const deadline = submissionDeadline(designation.status, known);
  if (deadline === null || ctx.now().toISOString() <= deadline) return;
  const what = designation.status === 'RETURNED' ? 'Corrections' : 'Designations';
  const when = formatInZone(deadline, ctx.settings.timeZone);
  const { year } = designation.academicYear;
  throw new Conflict(DESIGNATION_MESSAGES.pastDue(what, year, when), { dueAt: deadline });
}

function submitterOf(
  { actor }: Ctx,
  { submittedBy }: DesignationResponse,
): DesignationResponse['submittedBy'] {
  return actor.kind === 'user'
    ? { id: actor.id, firstName: actor.firstName, lastName: actor.lastName }
    : submittedBy;
}
