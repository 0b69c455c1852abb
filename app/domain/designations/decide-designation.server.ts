import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { DesignationForChange } from './designation-for-change.server.ts';
import { decisionEmails, decisionEmailText } from './designation-emails.ts';
import {
  findReturnedContents,
  deleteReturnedContents,
  storeReturnedContents,
} from './returned-contents.server.ts';
import { storeDesignation } from './store-designation.server.ts';
import { storeUndoableDecision, undoDeadline } from './undoable-decisions.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { isSameEmail, type EmailText, mergeFieldProblem } from '#app/lib/markup/fill-notice.ts';
import { type DecisionReason, type DesignationStatus, notifiesSchool } from '#app/schemas/enums.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { DECISION_EVENT_KINDS } from '#app/schemas/event-kinds.ts';

export interface Decision {
  readonly status: DesignationStatus;
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
  /** Whether to email the school. Only returns, approvals, and rejections have an email. */
  readonly notify: boolean;
  /** Text that the reviewer sends the school instead of the standard text; null for the standard text. */
  readonly emailText: EmailText | null;
  /** Whether several designations are decided together. */
  readonly isBulk: boolean;
}

/**
 * Changes a designation's status as an administrator (specification, section 4; decisions, section 5), with an event.
 * Stores the contents on return. Emails to the staff wait as long as the decision can be undone.
 * @throws {Invalid} when the note or the email's text contains a merge field
 */
export async function decideDesignation(
  ctx: AuthorizedCtx,
  known: DesignationForChange,
  contents: DesignationResponse,
  decision: Decision,
): Promise<DesignationResponse> {
  const { status, reasons, note } = decision;
  const after = { ...contents, status, reasons: [...reasons], note };
  assertWithoutMergeFields(decision);
  const standard = decision.notify ? decisionEmailText(ctx, known, after) : null;
  const text = standard === null ? null : (decision.emailText ?? standard);
  const notified = decision.notify && (text !== null || !notifiesSchool(status));
  const isEdited = standard !== null && text !== null && !isSameEmail(text, standard);
  const returned = known.hasReturnedContents ? await findReturnedContents(ctx, known.designation.id) : null;
  const decided = await storeDesignation(ctx, {
    before: known.designation,
    after,
    kind: DECISION_EVENT_KINDS[status],
    details: {
      decision: { reasons, note, notified, ...(isEdited ? { mailEdited: true } : {}) },
    },
  });
  const notBefore = undoDeadline(ctx);
  const emails = text === null ? [] : decisionEmails(ctx, known.staff, decided, text);
  const mailIds = await queueEmails(
    ctx,
    emails.map((email) => ({ ...email, notBefore })),
  );
  await storeUndoableDecision(ctx, known, { decided, returned, mailIds, isBulk: decision.isBulk });
  if (status === 'RETURNED') await storeReturnedContents(ctx, decided);
  if (known.hasReturnedContents && isFinal(status)) await deleteReturnedContents(ctx, decided.id);
  return decided;
}

/** Checks before anything is stored, because the note and the text are inserted into the email unchanged. */
function assertWithoutMergeFields({ note, notify, emailText }: Decision): void {
  if (!notify) return;
  const texts = {
    note: note ?? '',
    emailSubject: emailText?.subject ?? '',
    emailBody: emailText?.body ?? '',
  };
  const issues = Object.entries(texts).flatMap(([field, text]) => {
    const message = mergeFieldProblem(text);
    return message === null ? [] : [{ path: [field], message }];
  });
  if (issues.length > 0) throw new Invalid(issues);
}

function isFinal(status: DesignationStatus): boolean {
  return status === 'APPROVED' || status === 'REJECTED';
}
