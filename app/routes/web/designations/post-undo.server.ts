import { isReturnForDuplicate } from '#app/components/designations/duplicate-url.ts';
import { reviewHref, UNDONE } from '#app/components/designations/review-url.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findUndoneDecision } from '#app/domain/designations/find-undoable.server.ts';
import { CannotUndo, undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import type { ExpectedRecord } from '#app/lib/versions.ts';
import { VersionConflict } from '#app/lib/domain-errors.ts';
import { plural } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { UNDO_MESSAGES, undoneSentence } from '#app/messages/undo-labels.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { DecisionDraft } from '#app/schemas/designation-review.ts';
import { UndoFormSchema } from '#app/schemas/designation-undo.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import type { Flash } from '#app/schemas/flash.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';

export interface UndoLocation {
  readonly id: string;
  /** The designation's status before the undo. */
  readonly status: DesignationStatus;
  readonly listQuery: string;
}

/** Undoes the last decision about a designation, and opens its page, which says what happened. */
export async function postUndo(
  { ctx }: SignedInCall,
  form: FormData,
  { id, status, listQuery }: UndoLocation,
) {
  const submission = parseForm(form, { schema: UndoFormSchema });
  if (submission.status !== 'success') throw malformedForm();
  const message = await undo(ctx, { id, ifMatch: submission.value.version }, status);
  const page = reviewHref(id, listQuery);
  const href = message.tone === 'success' ? `${page}${page.includes('?') ? '&' : '?'}${UNDONE}=1` : page;
  return redirectWithFlash(href, [message], ctx.settings);
}

async function undo(
  ctx: Ctx,
  request: ExpectedRecord,
  decided: DesignationStatus,
): Promise<Pick<Flash, 'tone' | 'text'>> {
  try {
    return { tone: 'success', text: undoneSentence(decided, await undoDecision(ctx, request)) };
  } catch (error) {
    if (error instanceof CannotUndo) return { tone: 'warning', text: error.message };
    if (error instanceof VersionConflict) return { tone: 'warning', text: UNDO_MESSAGES.CHANGED };
    throw error;
  }
}

interface DraftedDecision {
  readonly designation: DesignationResponse;
  /** IDs of its students who may also be on another school's list. */
  readonly onOtherLists: readonly string[];
}

/** Returns what the form of a return or rejection contains at first, depending on the link that opened the page. */
export async function draftOf(
  ctx: Ctx,
  search: URLSearchParams,
  { designation, onOtherLists }: DraftedDecision,
): Promise<DecisionDraft | null> {
  if (search.has(UNDONE)) return findUndoneDecision(ctx, designation.id);
  return isReturnForDuplicate(search) ? returnDraft({ designation, onOtherLists }) : null;
}

/**
 * Returns the reason and note to return a designation because of students on another school's list. The note refers to
 * the school's own students by their positions, and says nothing about the other school. Null without such students.
 */
function returnDraft({ designation, onOtherLists }: DraftedDecision): DecisionDraft | null {
  const positions = designation.students.flatMap(({ id }, index) =>
    onOtherLists.includes(id) ? [index + 1] : [],
  );
  if (positions.length === 0) return null;
  return { kind: 'return', reasons: ['DUAL_ENROLLED'], note: noteAbout(positions) };
}

function noteAbout(positions: readonly number[]): string {
  const agreed = (one: string, many: string) => plural(positions.length, one, many);
  return `${agreed('Student', 'Students')} ${listed(positions.map(String))} on your list ${agreed('is', 'are')} also on another school's list. The school where a student has the most credits designates them. Check where ${agreed('the student', 'each')} has the most credits. Remove anyone who belongs to the other school, or tell us why they belong on your list.`;
}
