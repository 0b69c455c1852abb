import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  countDesignations,
  countMatches,
  designationsWhere,
  ofUser,
  readCursor,
  withIds,
} from './designation-list-queries.server.ts';
import { type DesignationOrder, reversed } from './designation-order.ts';
import { readDesignations, readDesignationsInBatches } from './designation-page-queries.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { allOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { getVisibleUser } from '#app/domain/users/read-users.server.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import type { DesignationListItem, DesignationListQuery } from '#app/schemas/designation.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';

export type DesignationListing = Listing<DesignationListItem>;

/**
 * Returns the designations that the actor may see: administrators all, staff their schools', others none
 * (specification, section 7). `total` counts all matches and is only queried for a page.
 */
export async function listDesignations(ctx: Ctx, query: DesignationListQuery): Promise<DesignationListing> {
  authorize(ctx.actor, 'designation.list');
  return listWhere(ctx, query, []);
}

/** Streams everything that `listDesignations` would return without a page, in batches read on demand. */
export async function* streamDesignationItems(
  ctx: Ctx,
  query: DesignationListQuery,
): AsyncGenerator<readonly DesignationListItem[], void> {
  authorize(ctx.actor, 'designation.list');
  const after = await cursorAt(ctx, query);
  yield* readDesignationsInBatches(ctx, designationsWhere(ctx, query), query, { after });
}

/** Returns those of these ids that the actor may see, by school. */
export async function listDesignationsByIds(
  ctx: Ctx,
  ids: readonly string[],
): Promise<readonly DesignationListItem[]> {
  authorize(ctx.actor, 'designation.list');
  return (await listWhere(ctx, {}, [withIds(ids)])).items;
}

/**
 * Returns the designations of a year, by its id or number.
 * @throws {NotFound} when the year doesn't exist
 */
export async function listDesignationsOfYear(
  ctx: Ctx,
  input: { year: string | number; query: DesignationListQuery },
): Promise<DesignationListing> {
  authorize(ctx.actor, 'academicYear.read');
  const year = await ctx.em.findOne(
    AcademicYearEntity,
    typeof input.year === 'number' ? { year: input.year } : { id: input.year },
  );
  if (year === null) throw new NotFound();
  return listWhere(ctx, input.query, [designationsWhere(ctx, { academicYearId: year.id })]);
}

/**
 * Returns a school's designations.
 * @throws {NotFound} when the actor may not see the school
 */
export async function listDesignationsOfSchool(
  ctx: Ctx,
  input: { highSchoolId: string; query: DesignationListQuery },
): Promise<DesignationListing> {
  const school = await ctx.em.findOne(HighSchoolEntity, { id: input.highSchoolId });
  authorizeToSee(ctx.actor, 'highSchool.read', { highSchoolId: school?.id ?? '' });
  if (school === null) throw new NotFound();
  return listWhere(ctx, input.query, [designationsWhere(ctx, { highSchoolId: school.id })]);
}

/**
 * Returns the designations of a user's schools and those the user submitted. Staff who ask for their own get
 * those they may open (decisions, section 3).
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} for colleagues
 */
export async function listDesignationsOfUser(
  ctx: Ctx,
  input: { userId: string; query: DesignationListQuery },
): Promise<DesignationListing> {
  const { user, subject } = await getVisibleUser(ctx, input.userId);
  authorize(ctx.actor, 'user.readWork', subject);
  return listWhere(ctx, input.query, isAdmin(ctx.actor) ? [ofUser(user.id)] : []);
}

async function listWhere(
  ctx: Ctx,
  query: DesignationListQuery,
  within: readonly SqlFragment[],
): Promise<DesignationListing> {
  const where = allOf([designationsWhere(ctx, query), ...within]);
  const count = () => (within.length === 0 ? countMatches(ctx, query, where) : countDesignations(ctx, where));
  const { limit, offset = 0 } = query;
  const after = await cursorAt(ctx, query);
  if (after !== undefined) {
    const items = await readDesignations(ctx, where, query, { limit, offset, after });
    return { items, total: limit === undefined ? null : await count() };
  }
  if (limit !== undefined && offset > 0) {
    const total = await count();
    return { items: await readFromNearerEnd(ctx, where, query, { offset, limit, total }), total };
  }
  const items = await readDesignations(ctx, where, query, { limit, offset: query.offset });
  if (isEverything(query, items.length)) return { items, total: isPaged(query) ? items.length : null };
  return { items, total: await count() };
}

/**
 * Returns the sort keys of the designation that the page comes after; undefined without one.
 * @throws {Invalid} on ['after'] when the actor may not see it
 */
async function cursorAt(ctx: Ctx, { after, ...order }: DesignationListQuery) {
  if (after === undefined) return undefined;
  const cursor = await readCursor(ctx, after, order);
  if (cursor !== null) return cursor;
  throw new Invalid([{ path: ['after'], message: DESIGNATION_MESSAGES.unknownCursor }]);
}

/** Reads a page counted from the nearer end of the list. */
async function readFromNearerEnd(
  ctx: Ctx,
  where: SqlFragment,
  order: DesignationOrder,
  { offset, limit, total }: { offset: number; limit: number; total: number },
): Promise<DesignationListItem[]> {
  const size = Math.min(limit, total - offset);
  if (size <= 0) return [];
  const following = total - offset - size;
  if (offset <= following) return readDesignations(ctx, where, order, { offset, limit: size });
  return (await readDesignations(ctx, where, reversed(order), { offset: following, limit: size })).reverse();
}

function isPaged({ limit, offset }: DesignationListQuery): boolean {
  return limit !== undefined || offset !== undefined;
}

/** Returns whether the first page isn't full, so that its number of rows is the total. */
function isEverything({ limit, offset = 0 }: DesignationListQuery, shown: number): boolean {
  return offset === 0 && (limit === undefined || shown < limit);
}
