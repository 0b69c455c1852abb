import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { decideDesignation } from '#app/domain/designations/decide-designation.server.ts';
import {
  assertVersionMatches,
  type DesignationForChange,
  lockForChange,
} from '#app/domain/designations/designation-for-change.server.ts';
import {
  administratorsEditIssues,
  cutToClassSize,
  editedDesignation,
  isDraftStatus,
} from '#app/domain/designations/edited-designation.ts';
import {
  assertFieldsPermitted,
  assertOpenToStaffChange,
  isChangeBySchool,
} from '#app/domain/designations/permitted-changes.ts';
import { saveDesignation } from '#app/domain/designations/save-designation.server.ts';
import { submissionIssues } from '#app/domain/designations/submission-issues.ts';
import { assertNotTooLate, submitDesignation } from '#app/domain/designations/submit-designation.server.ts';
import type { MailText } from '#app/lib/decision-mail.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { zonedDay } from '#app/lib/zoned-day.ts';
import type { ExpectedVersions } from '#app/lib/expected-version.ts';
import type { DesignationAnswer, DesignationPatch } from '#app/schemas/designation.ts';

export interface DesignationChangeRequest {
  readonly id: string;
  readonly patch: DesignationPatch;
  readonly ifMatch: ExpectedVersions;
  /** What an administrator wants the school told of this decision instead of the standard text. */
  readonly mailText?: MailText | null;
}

const MAIL_WITHOUT_DECISION_MESSAGE =
  'A mail goes out only with a change of status. Choose another status, or reset the text.';

/**
 * Changes one designation inside the caller's transaction and answers it, handing out no students by itself: single and
 * bulk changes both come here. What may be changed by whom, and its errors, stand at `patchDesignation`.
 */
export async function changeDesignation(
  opened: Ctx,
  request: DesignationChangeRequest,
): Promise<{ readonly tx: AuthorizedCtx; readonly designation: DesignationAnswer }> {
  const { tx, known } = await lockForChange(opened, request.id);
  await assertVersionMatches(tx, known.designation, request.ifMatch);
  return { tx, designation: await changeLocked(tx, known, request) };
}

/** The same for a designation that is locked already, at the version that was seen. */
export async function changeLocked(
  ctx: AuthorizedCtx,
  known: DesignationForChange,
  request: Pick<DesignationChangeRequest, 'patch' | 'mailText'>,
): Promise<DesignationAnswer> {
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
): Promise<DesignationAnswer> {
  const before = known.designation;
  const status = patch.status ?? before.status;
  assertOpenToStaffChange(before.status, status);
  const edited = editedDesignation(before, patch, surroundings(ctx));
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
  { patch, mailText = null }: Pick<DesignationChangeRequest, 'patch' | 'mailText'>,
): Promise<DesignationAnswer> {
  const before = known.designation;
  const status = patch.status ?? before.status;
  const reasons = patch.reasons === undefined ? undefined : [...new Set(patch.reasons)];
  if (mailText !== null && status === before.status) {
    throw new Invalid([{ path: ['mailBody'], message: MAIL_WITHOUT_DECISION_MESSAGE }]);
  }
  const edited = editedDesignation(before, patch, surroundings(ctx));
  assertValid([...edited.issues, ...administratorsEditIssues(edited, status, known.previousCriteria)]);
  if (status !== before.status) {
    return decideDesignation(ctx, known, edited.after, {
      status,
      reasons: reasons ?? [],
      note: patch.note ?? null,
      notify: patch.notify ?? true,
      mailText,
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

function surroundings(ctx: Ctx) {
  const now = ctx.now();
  return { now, today: zonedDay(now, ctx.settings.timeZone) };
}

function assertValid(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new Invalid(issues);
}
