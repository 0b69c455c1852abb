import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { upsertTab, type OpenTab, readOpenTabs } from './designation-queries.server.ts';
import { authorizeToDecide, findLastChange } from './designation-for-change.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { authorize, authorizeForSomeSchool, authorizeToSee } from '#app/policy/authorize.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { EditingResponse, ReviewersResponse } from '#app/schemas/designation-editing.ts';
import { DesignationEditorEntity } from '#db/entities/designation-editor.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { type Designation, DesignationEntity } from '#db/entities/designation.ts';

/** Seconds after which a tab without announcements counts as closed. */
export const EDITOR_TIMEOUT_SECONDS = 60;

/** A browser tab with an open designation. */
export interface EditorTab {
  readonly id: string;
  readonly tabId: string;
  /** Id of the user who opened the tab. */
  readonly userId: string;
}

/**
 * Records that a tab has a designation open, and returns the designation's state and its other editors.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Forbidden} for administrators not on the staff, or when another user has signed in since
 */
export async function announceEditor(ctx: Ctx, tab: EditorTab): Promise<EditingResponse> {
  authorizeForSomeSchool(ctx.actor, 'designation.read');
  return inTransaction(ctx, async (opened) => {
    const { tx, actor, designation } = await lockForTab(opened, tab, 'designation.editDraft');
    await openTab(tx, { ...tab, isReviewing: false });
    const { version, status } = designation;
    return { version, status, ...(await listEditors(tx, actor, tab)) };
  });
}

/**
 * Records that an administrator reviews a designation in this tab, and returns its state and who else reviews it.
 * Schools don't learn it.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Forbidden} for others than administrators, or when another user has signed in since
 */
export async function announceReviewer(ctx: Ctx, tab: EditorTab): Promise<ReviewersResponse> {
  await authorizeToDecide(ctx, tab.id);
  return inTransaction(ctx, async (opened) => {
    const { tx, actor, designation } = await lockForTab(opened, tab, 'designation.decide');
    await openTab(tx, { ...tab, isReviewing: true });
    const open = await readOpenTabs(tx, { ...tab, isReviewing: true, seenAfter: forgottenBefore(tx) });
    const { version, status } = designation;
    const changed = await findLastChange(tx, tab.id);
    return { version, status, changed, reviewers: othersIn(open, actor) };
  });
}

/** Locks a tab's designation, then checks the permission and that the tab's user is still signed in. */
async function lockForTab(
  opened: Ctx,
  tab: EditorTab,
  ability: 'designation.editDraft' | 'designation.decide',
): Promise<{ tx: AuthorizedCtx; actor: UserActor; designation: Designation }> {
  const designation = await lockRow(opened, DesignationEntity, { id: tab.id }, 'keyShare');
  const subject = { highSchoolId: designation?.highSchool.id ?? '' };
  const tx = await reloadActor(opened, (current) => {
    authorizeToSee(current, 'designation.read', subject);
    authorize(current, ability, subject);
  });
  if (designation === null) throw new NotFound();
  return { tx, actor: assertSameUser(tx, tab.userId), designation };
}

function openTab(ctx: Ctx, tab: EditorTab & { readonly isReviewing: boolean }): Promise<void> {
  return upsertTab(ctx, tab, { now: ctx.now(), seenAfter: forgottenBefore(ctx) });
}

/** Returns who else has the designation open, including the user's other tabs, and its last change. */
export async function listEditors(
  ctx: Ctx,
  actor: UserActor,
  tab: EditorTab,
): Promise<Pick<EditingResponse, 'changed' | 'colleagues' | 'otherTabs'>> {
  const open = await readOpenTabs(ctx, { ...tab, isReviewing: false, seenAfter: forgottenBefore(ctx) });
  return {
    changed: await findLastChange(ctx, tab.id),
    colleagues: othersIn(open, actor),
    otherTabs: open.filter(({ id }) => id === actor.id).map(({ tabId }) => tabId),
  };
}

/** Returns each other person of these tabs once. */
function othersIn(open: readonly OpenTab[], actor: UserActor): EditingResponse['colleagues'] {
  return open
    .filter(({ id }, index) => id !== actor.id && id !== open[index - 1]?.id)
    .map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
}

/**
 * Renews an existing tab's row without creating one, because the last save may arrive after the tab was
 * removed. The caller has locked the designation.
 */
export async function renewTab(ctx: Ctx, { id, tabId, userId }: EditorTab): Promise<void> {
  const tab = { tabId, user: userId };
  await ctx.em.nativeUpdate(DesignationEditorEntity, tab, { designation: id, seenAt: ctx.now() });
}

/**
 * Removes a tab that was closed or left the designation. Ignores unknown tabs and other users' tabs.
 * @throws {Unauthorized} without an account
 */
export async function leaveDesignation(ctx: Ctx, tab: { id: string; tabId: string }): Promise<void> {
  if (ctx.actor.kind !== 'user') throw new Unauthorized();
  await ctx.em.nativeDelete(DesignationEditorEntity, {
    tabId: tab.tabId,
    designation: tab.id,
    user: ctx.actor.id,
  });
}

/** @throws {Forbidden} when the user who opened the page is no longer the one signed in */
export function assertSameUser({ actor }: Ctx, userId: string): UserActor {
  if (actor.kind !== 'user') throw new Unauthorized();
  if (actor.id !== userId) throw new Forbidden(DESIGNATION_MESSAGES.otherEditor);
  return actor;
}

function forgottenBefore(ctx: Ctx): Date {
  return new Date(ctx.now().getTime() - EDITOR_TIMEOUT_SECONDS * 1000);
}
