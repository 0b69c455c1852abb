import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { enterTab, readOpenTabs } from './designation-queries.server.ts';
import { findLastChange } from './designation-for-change.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { EditingAnswer } from '#app/schemas/designation-editing.ts';
import { DesignationEditorEntity } from '#db/entities/designation-editor.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

/** A tab that has not been heard of for so long does not count any more. */
export const EDITOR_SEEN_SECONDS = 60;

/** A tab in which someone has a designation open. */
export interface EditorTab {
  readonly id: string;
  readonly tabId: string;
  /** Whom the tab was opened by. */
  readonly userId: string;
}

/**
 * Says that a tab still has a designation open, and answers how the designation stands and who else has it open.
 * @throws {NotFound} for ids the actor may not know
 * @throws {Forbidden} for other administrators, and where someone else has signed in since the tab was opened
 */
export async function announceEditor(ctx: Ctx, tab: EditorTab): Promise<EditingAnswer> {
  return inTransaction(ctx, async (opened) => {
    const designation = await lockRow(opened, DesignationEntity, { id: tab.id }, 'keyShare');
    const subject = { highSchoolId: designation?.highSchool.id ?? '' };
    const tx = await reloadActor(opened, (current) => {
      authorizeToKnow(current, 'designation.read', subject);
      authorize(current, 'designation.editDraft', subject);
    });
    if (designation === null) throw new NotFound();
    const actor = assertSameUser(tx, tab.userId);
    await enterTab(tx, tab, { now: tx.now(), seenAfter: forgottenBefore(tx) });
    const { version, status } = designation;
    return { version, status, ...(await whoEdits(tx, actor, tab)) };
  });
}

/** Returns who else has the designation open, including the user's other tabs, and its last change. */
export async function whoEdits(
  ctx: Ctx,
  actor: UserActor,
  tab: EditorTab,
): Promise<Pick<EditingAnswer, 'changed' | 'colleagues' | 'otherTabs'>> {
  const open = await readOpenTabs(ctx, { ...tab, seenAfter: forgottenBefore(ctx) });
  return {
    changed: await findLastChange(ctx, tab.id),
    colleagues: open
      .filter(({ id }, index) => id !== actor.id && id !== open[index - 1]?.id)
      .map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
    otherTabs: open.filter(({ id }) => id === actor.id).map(({ tabId }) => tabId),
  };
}

/**
 * Renews an existing tab's row without creating one: the last save of a closing tab may arrive after its removal.
 * The caller has locked the designation.
 */
export async function renewTab(ctx: Ctx, { id, tabId, userId }: EditorTab): Promise<void> {
  const tab = { tabId, user: userId };
  await ctx.em.nativeUpdate(DesignationEditorEntity, tab, { designation: id, seenAt: ctx.now() });
}

/** The tab was closed, or its user went elsewhere. Unknown tabs, and other users', are left alone without a word. */
export async function leaveDesignation(ctx: Ctx, tab: { id: string; tabId: string }): Promise<void> {
  if (ctx.actor.kind !== 'user') throw new Unauthorized();
  await ctx.em.nativeDelete(DesignationEditorEntity, {
    tabId: tab.tabId,
    designation: tab.id,
    user: ctx.actor.id,
  });
}

/** @throws {Forbidden} when the page was opened by a user who has signed out since */
export function assertSameUser({ actor }: Ctx, userId: string): UserActor {
  if (actor.kind !== 'user') throw new Unauthorized();
  if (actor.id !== userId) throw new Forbidden('Someone else has since signed in on this browser.');
  return actor;
}

function forgottenBefore(ctx: Ctx): Date {
  return new Date(ctx.now().getTime() - EDITOR_SEEN_SECONDS * 1000);
}
