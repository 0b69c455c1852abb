import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changeLocked } from './change-designation.server.ts';
import { assertSameUser, renewTab, listEditors } from './designation-editors.server.ts';
import { assertVersionMatches, lockForChange } from './designation-for-change.server.ts';
import { isDraftStatus } from './edited-designation.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import { findStudentWarnings } from '#app/domain/students/find-student-warnings.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import type { DraftSave, DraftSaved } from '#app/schemas/designation-editing.ts';

/**
 * Saves a STARTED or RETURNED designation while it is being edited (decisions, section 8) and renews its tab.
 * Does nothing if nothing changes. Throws like `patchDesignation`, and:
 * @throws {Forbidden} for administrators not on the staff, or when another user has signed in since
 * @throws {Conflict} when the designation's status doesn't allow saving drafts
 */
export async function saveDraft(
  ctx: Ctx,
  { id, save }: { readonly id: string; readonly save: DraftSave },
): Promise<DraftSaved> {
  const { tabId, userId, version, ...patch } = save;
  const { saved, editor, ...edited } = await inTransaction(ctx, async (opened) => {
    const { tx, known } = await lockForChange(opened, id);
    const { status } = known.designation;
    authorize(tx.actor, 'designation.editDraft', known.designation);
    const actor = assertSameUser(tx, userId);
    await assertVersionMatches(tx, known.designation, version);
    if (!isDraftStatus(status)) {
      throw new Conflict(lockedSentence(status) ?? DESIGNATION_MESSAGES.draftNotSaved);
    }
    const saved = await changeLocked(tx, known, { patch });
    const tab = { id, tabId, userId };
    await renewTab(tx, tab);
    return { saved, editor: actor, savedAt: tx.now().toISOString(), ...(await listEditors(tx, actor, tab)) };
  });
  return {
    version: saved.version,
    status: saved.status,
    studentIds: saved.students.map((student) => student.id),
    warnings: await findStudentWarnings({ ...ctx, actor: editor }, saved, 'school'),
    ...edited,
  };
}
