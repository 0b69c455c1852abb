import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { findLastChange } from '#app/domain/designations/last-change.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { EditingAnswer } from '#app/schemas/designation-editing.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** A tab that has not been heard of for so long does not count any more. */
export const EDITOR_SEEN_SECONDS = 60;
/** Each announcement removes at most so many tabs that were forgotten: more than it adds. */
const PURGE_BATCH = 100;

/** A tab in which somebody has a designation open. */
export interface EditorTab {
  readonly id: string;
  readonly tabId: string;
  /** Whom the tab was opened by. */
  readonly userId: string;
}

interface EditedRow {
  high_school_id: string;
  version: number;
  status: DesignationStatus;
}

interface OpenTabRow {
  tab_id: string;
  id: string;
  first_name: string;
  last_name: string;
}

/**
 * Says that a tab still has a designation open, and answers how the designation stands and who else has it open. For the
 * school's own staff: throws NotFound for ids the actor may not know, Forbidden for other administrators, who do not go through
 * the school's steps, and where somebody else has signed in since the tab was opened.
 */
export async function announceEditor(ctx: Ctx, tab: EditorTab): Promise<EditingAnswer> {
  return inTransaction(ctx, async (opened) => {
    const [row] = await opened.em.execute<EditedRow[]>(
      'select high_school_id, version, status from designation where id = ? for key share',
      [tab.id],
    );
    const subject = { highSchoolId: row?.high_school_id ?? '' };
    const tx = await reloadActor(opened, (current) => {
      authorizeToKnow(current, 'designation.read', subject);
      authorize(current, 'designation.editDraft', subject);
    });
    if (row === undefined) throw new NotFound();
    const actor = assertSameUser(tx, tab.userId);
    await enterTab(tx, tab);
    return { version: row.version, status: row.status, ...(await whoEdits(tx, actor, tab)) };
  });
}

/** Who else has the designation open, in which tabs of one's own too, and who changed it last; for those who may know it. */
export async function whoEdits(
  ctx: Ctx,
  actor: UserActor,
  tab: EditorTab,
): Promise<Pick<EditingAnswer, 'changed' | 'colleagues' | 'otherTabs'>> {
  const open = await ctx.em.execute<OpenTabRow[]>(
    `select e.tab_id, u.id, u.first_name, u.last_name
       from designation_editor e
       join designation d on d.id = e.designation_id
       join user_account u on u.id = e.user_id and not 'DELETED' = any(u.flags)
       join high_school_staff s on s.user_id = u.id and s.high_school_id = d.high_school_id
      where e.designation_id = ? and e.seen_at > ? and e.tab_id <> ?
      order by u.last_name collate "und-x-icu", u.id, e.tab_id`,
    [tab.id, forgottenBefore(ctx), tab.tabId],
  );
  return {
    changed: await findLastChange(ctx, tab.id),
    colleagues: open
      .filter(({ id }, place) => id !== actor.id && id !== open[place - 1]?.id)
      .map(({ id, first_name: firstName, last_name: lastName }) => ({ id, firstName, lastName })),
    otherTabs: open.filter(({ id }) => id === actor.id).map(({ tab_id: tabId }) => tabId),
  };
}

/**
 * Renews the row of a tab that is there, and makes none: a save that a closing tab sent along may arrive after its goodbye, and
 * must not bring it back. The caller holds the designation.
 */
export async function renewTab(ctx: Ctx, { id, tabId, userId }: EditorTab): Promise<void> {
  await ctx.em.execute(
    'update designation_editor set designation_id = ?, seen_at = ? where tab_id = ? and user_id = ?',
    [id, ctx.now(), tabId, userId],
  );
}

/**
 * Enters or renews the tab's row, never another user's, and removes those that were forgotten. The caller holds the designation, as a
 * save does: taken after the tab, the two could wait for each other.
 */
async function enterTab(ctx: Ctx, { id, tabId, userId }: EditorTab): Promise<void> {
  await ctx.em.execute(
    `with forgotten as (
       delete from designation_editor where tab_id in (
         select tab_id from designation_editor where seen_at <= ? and tab_id <> ?
          limit ${PURGE_BATCH} for update skip locked))
     insert into designation_editor (tab_id, designation_id, user_id, seen_at) values (?, ?, ?, ?)
     on conflict (tab_id) do update set designation_id = excluded.designation_id, seen_at = excluded.seen_at
      where designation_editor.user_id = excluded.user_id`,
    [forgottenBefore(ctx), tabId, tabId, id, userId, ctx.now()],
  );
}

/** The tab was closed, or its user went elsewhere. Unknown tabs, and other users', are left alone without a word. */
export async function leaveDesignation(ctx: Ctx, tab: { id: string; tabId: string }): Promise<void> {
  if (ctx.actor.kind !== 'user') throw new Unauthorized();
  await ctx.em.execute(
    'delete from designation_editor where tab_id = ? and designation_id = ? and user_id = ?',
    [tab.tabId, tab.id, ctx.actor.id],
  );
}

/** Throws Forbidden where the page was opened by somebody who has signed out since: nothing is done in another's name. */
export function assertSameUser({ actor }: Ctx, userId: string): UserActor {
  if (actor.kind !== 'user') throw new Unauthorized();
  if (actor.id !== userId) throw new Forbidden('Somebody else has signed in on this browser since.');
  return actor;
}

function forgottenBefore(ctx: Ctx): Date {
  return new Date(ctx.now().getTime() - EDITOR_SEEN_SECONDS * 1000);
}
