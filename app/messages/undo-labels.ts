import { counted } from '#app/lib/text/counted.ts';
import { DESIGNATION_STATUS_LABELS, type DesignationStatus } from '#app/schemas/enums.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { BulkUndo, Undoable, UndoRefusal } from '#app/schemas/designation-undo.ts';

/** Why a decision can't be undone. */
export const UNDO_MESSAGES: Readonly<Record<UndoRefusal, string>> = {
  NONE: "There's no decision to undo. You can undo a decision for up to a minute.",
  CHANGED: 'You can no longer undo this decision, because the designation has changed since.',
  EXPIRED: 'You can no longer undo this decision, because a minute has passed. Change the status instead.',
  SENT: 'You can no longer undo this decision, because its email is being sent. Change the status instead.',
};

/** Why designations of a bulk undo were skipped, after their number. */
export const UNDO_SKIPPED_LABELS: Readonly<Record<UndoRefusal, string>> = {
  NONE: 'without a decision in the last minute',
  CHANGED: 'changed since the decision',
  EXPIRED: 'decided more than a minute ago',
  SENT: 'whose email is being sent',
};

const TEXTS: Readonly<Record<DesignationStatus, { readonly act: string; readonly did: string }>> = {
  STARTED: { act: 'status change', did: 'changed the status of' },
  PENDING: { act: 'status change', did: 'changed the status of' },
  RETURNED: { act: 'return', did: 'returned' },
  APPROVED: { act: 'approval', did: 'approved' },
  REJECTED: { act: 'rejection', did: 'rejected' },
};

/** Returns 'Undo approval', the label of a single decision's button. */
export function undoLabel(status: DesignationStatus): string {
  return `Undo ${TEXTS[status].act}`;
}

/** Says that a bulk decision can be undone, and how many emails will be sent after that. */
export function bulkUndoSentence({ emails }: BulkUndo): string {
  return `You can undo this for a minute. ${emails === 0 ? 'No email will be sent.' : waitingSentence(emails)}`;
}

/** Returns 'You approved Aspen High 2026. You can undo this for a minute. 2 emails will be sent after that.' */
export function undoableSentence({ isOwn, by, status, name, year, emails }: Undoable): string {
  const who = isOwn ? 'You' : (by ?? 'The system');
  const did = `${who} ${TEXTS[status].did} ${name} ${year}. You can undo this for a minute.`;
  return emails === 0 ? did : `${did} ${waitingSentence(emails)}`;
}

function waitingSentence(emails: number): string {
  return `${counted(emails, 'email')} will be sent after that.`;
}

/** Returns 'The approval of Aspen High 2026 was undone. The status is Pending again.' */
export function undoneSentence(
  undone: DesignationStatus,
  { highSchool, academicYear, status }: Pick<DesignationResponse, 'highSchool' | 'academicYear' | 'status'>,
): string {
  const what = `The ${TEXTS[undone].act} of ${highSchool.name} ${academicYear.year} was undone.`;
  return `${what} The status is ${DESIGNATION_STATUS_LABELS[status]} again.`;
}

/** Returns '3 decisions were undone.' */
export function undoneCount(count: number): string {
  return count === 0 ? 'Nothing was undone.' : `${counted(count, 'decision was', 'decisions were')} undone.`;
}

/** Returns '42 seconds left', in steps of five seconds until the last ten. */
export function secondsLeftText(seconds: number): string {
  return `${counted(seconds > 10 ? Math.ceil(seconds / 5) * 5 : seconds, 'second')} left`;
}
