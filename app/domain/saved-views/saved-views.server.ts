import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type AuthorizedCtx, lockAuthorized, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { flushUnique } from '#app/domain/flush-unique.server.ts';
import { alphabetical, findListing, type Listing } from '#app/domain/listing.ts';
import { acquireTextLock } from '#app/domain/lock-queries.server.ts';
import {
  Conflict,
  Forbidden,
  Invalid,
  NameConflict,
  NotFound,
  VersionConflict,
} from '#app/lib/domain-errors.ts';
import { SAVED_VIEW_MESSAGES } from '#app/messages/saved-view-messages.ts';
import { type ExpectedRecord, matchesVersion, type RecordChange } from '#app/lib/versions.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import {
  type ListViews,
  type SavedView,
  type SavedViewCreate,
  type SavedViewListQuery,
  type SavedViewPatch,
  SavedViewSchema,
} from '#app/schemas/saved-view.ts';
import { type ViewList, VIEWS_MAX } from '#app/schemas/view-lists.ts';
import { type SavedView as SavedViewRow, SavedViewEntity } from '#db/entities/saved-view.ts';
import { byName } from '#db/name-order.ts';
import { safeParseQuery } from '#app/lib/parse-query.ts';
import { ALL_YEARS, withoutAllYears } from '#app/schemas/designation-filters.ts';
import { DesignationListPageQuerySchema } from '#app/schemas/designation.ts';
import { HighSchoolListPageQuerySchema } from '#app/schemas/high-school.ts';
import { UserListPageQuerySchema } from '#app/schemas/user.ts';

/**
 * Returns the actor's own views by name. For administrators.
 * @throws {Forbidden} on the command line without `--as`
 */
export async function listSavedViews(ctx: Ctx, query: SavedViewListQuery = {}): Promise<Listing<SavedView>> {
  const user = authorizedUser(ctx.actor);
  const { direction, limit, offset, list } = query;
  const order = alphabetical(direction);
  const where = { user, ...(list === undefined ? {} : { list }) };
  const { items, total } = await findListing(ctx, SavedViewEntity, where, {
    orderBy: [{ [byName<SavedViewRow>('name')]: order }, { id: order }],
    ...{ limit, offset, disableIdentityMap: true },
  });
  return { items: items.map((row) => savedViewResponse(ctx, row)), total };
}

/** Returns the actor's views of a list for its screen; null for anyone who may save none. */
export async function listViewsOf(ctx: Ctx, list: ViewList): Promise<ListViews> {
  if (!can(ctx.actor, 'savedView.manage')) return null;
  return [...(await listSavedViews(ctx, { list })).items];
}

/**
 * Returns one of the actor's views. Its version is the ETag. For administrators.
 * @throws {NotFound} when the actor has no such view
 */
export async function getSavedView(ctx: Ctx, id: string): Promise<SavedView> {
  const user = authorizedUser(ctx.actor);
  const row = await ctx.em.findOne(SavedViewEntity, { id, user }, { disableIdentityMap: true });
  if (row === null) throw new NotFound();
  return savedViewResponse(ctx, row);
}

/**
 * Saves a list's filter and order under a name. The events of views contain neither: both may have typed text, such as a
 * person's name, and events can't be deleted. For administrators.
 * @throws {Invalid} on ['query'] when the list has no such filter
 * @throws {Conflict} when the name is used, or the actor has as many views as are allowed
 */
export async function createSavedView(ctx: Ctx, input: SavedViewCreate): Promise<SavedView> {
  const { list, name } = input;
  const user = authorizedUser(ctx.actor);
  const query = viewQuery(list, input.query);
  return inTransaction(ctx, async (opened) => {
    await acquireTextLock(opened, 'saved views', user);
    const tx = await reloadActor(opened, 'savedView.manage');
    if ((await tx.em.count(SavedViewEntity, { user })) >= VIEWS_MAX) {
      throw new Conflict(SAVED_VIEW_MESSAGES.tooMany(VIEWS_MAX));
    }
    const now = tx.now();
    const row = tx.em.create(SavedViewEntity, {
      ...{ id: randomUUID(), user, list, name, query },
      ...{ createdAt: now, updatedAt: now },
    });
    recordEvent(tx, 'savedView.created', ['USER', user], { list });
    await flushNamed(tx, name);
    return savedViewResponse(tx, row);
  });
}

/**
 * Renames a view or changes its filter and order. Records an event unless nothing changes. For its owner.
 * @throws {NotFound} when the actor has no such view
 * @throws {Invalid} on ['query'] when the list has no such filter
 * @throws {VersionConflict} when `ifMatch` doesn't match its version
 * @throws {Conflict} when the name is used
 */
export async function changeSavedView(
  ctx: Ctx,
  { id, patch, ifMatch }: RecordChange<SavedViewPatch>,
): Promise<SavedView> {
  authorizedUser(ctx.actor);
  return inTransaction(ctx, async (opened) => {
    const { tx, row, user } = await lockOwn(opened, id);
    if (!matchesVersion(ifMatch, row.version)) throw new VersionConflict();
    const name = patch.name ?? row.name;
    const query = patch.query === undefined ? row.query : viewQuery(row.list, patch.query);
    if (name === row.name && query === row.query) return savedViewResponse(tx, row);
    tx.em.assign(row, { name, query, updatedAt: tx.now() });
    recordEvent(tx, 'savedView.changed', ['USER', user], { list: row.list });
    await flushNamed(tx, name);
    return savedViewResponse(tx, row);
  });
}

/**
 * Deletes a view. For its owner.
 * @throws {NotFound} when the actor has no such view
 * @throws {VersionConflict} when `ifMatch` doesn't match its version
 */
export async function deleteSavedView(ctx: Ctx, { id, ifMatch }: ExpectedRecord): Promise<void> {
  authorizedUser(ctx.actor);
  await inTransaction(ctx, async (opened) => {
    const { tx, row, user } = await lockOwn(opened, id);
    if (!matchesVersion(ifMatch, row.version)) throw new VersionConflict();
    tx.em.remove(row);
    recordEvent(tx, 'savedView.deleted', ['USER', user], { list: row.list });
  });
}

/** Returns the actor's ID. The system has no views. */
function authorizedUser(actor: Actor): string {
  authorize(actor, 'savedView.manage');
  if (actor.kind !== 'user') throw new Forbidden(SAVED_VIEW_MESSAGES.noPerson);
  return actor.id;
}

async function lockOwn(
  opened: Ctx,
  id: string,
): Promise<{ tx: AuthorizedCtx; row: SavedViewRow; user: string }> {
  const { tx, row } = await lockAuthorized(opened, SavedViewEntity, id, 'savedView.manage');
  const user = authorizedUser(tx.actor);
  if (row.user.id !== user) throw new NotFound();
  return { tx, row, user };
}

function savedViewResponse({ settings }: Ctx, row: SavedViewRow): SavedView {
  const query = row.query === '' ? '' : `?${row.query}`;
  return SavedViewSchema.parse({ ...row, link: `${new URL(settings.appUrl).origin}/${row.list}${query}` });
}

function flushNamed(tx: AuthorizedCtx, name: string): Promise<void> {
  return flushUnique(tx, () => new NameConflict(SAVED_VIEW_MESSAGES.nameUsed(name)));
}

/** What each list's URL may have. None of them filters by students, so no view can contain their names. */
const ADDRESSES: Readonly<Record<ViewList, z.ZodType>> = {
  designations: DesignationListPageQuerySchema,
  highschools: HighSchoolListPageQuerySchema,
  users: UserListPageQuerySchema,
};

const PAGING: readonly string[] = ['after', 'before', 'last', 'position', 'page'];

/**
 * Returns the query to store: filter and order, without a page and empty values. A view of all designations says so,
 * because the list without a query shows the active year.
 *
 * @throws {Invalid} on ['query'] for whatever the list's URL can't have
 */
export function viewQuery(list: ViewList, text: string): string {
  const search = new URLSearchParams(
    [...withoutAllYears(new URLSearchParams(text))].filter(
      ([key, value]) => value !== '' && !PAGING.includes(key),
    ),
  );
  const parsed = safeParseQuery(ADDRESSES[list], search);
  if (!parsed.success) {
    throw new Invalid(
      parsed.error.issues.map(({ path, message }) => ({
        path: ['query'],
        message: path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
      })),
    );
  }
  return search.size === 0 && list === 'designations' ? ALL_YEARS.join('=') : search.toString();
}
