import { reviewHref } from '#app/components/designations/review-address.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { CannotUndo, undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import type { ExpectedRecord } from '#app/lib/versions.ts';
import { VersionConflict } from '#app/lib/domain-errors.ts';
import { UNDO_MESSAGES, undoneSentence } from '#app/lib/messages/undo-labels.ts';
import { parseForm } from '#app/lib/parse-form.ts';
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
  return redirectWithFlash(reviewHref(id, listQuery), [message], ctx.settings);
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
