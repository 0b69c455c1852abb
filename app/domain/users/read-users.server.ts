import type { Ctx } from '#app/domain/ctx.server.ts';
import { alphabetical, type Listing } from '#app/domain/listing.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorize, authorizeToSee, can } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { SELF } from '#app/schemas/route-params.ts';
import {
  type UserResponse,
  UserResponseSchema,
  type UserHighSchool,
  UserHighSchoolSchema,
  type UserListItem,
  type UserListQuery,
} from '#app/schemas/user.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { byName } from '#db/name-order.ts';
import { findUserOfSchools, selectUsers } from './user-queries.server.ts';

/** Returns users, by default by name, deleted last (specification, sections 7 and 9). For administrators. */
export async function listUsers(ctx: Ctx, query: UserListQuery = {}): Promise<Listing<UserListItem>> {
  authorize(ctx.actor, 'user.list');
  return selectUsers(ctx, query);
}

/** Finds the user with an address, ignoring case, even a deleted one; null if none. For administrators. */
export async function findUserByAddress(ctx: Ctx, email: string): Promise<UserResponse | null> {
  authorize(ctx.actor, 'user.list');
  const user = await ctx.em.findOne(
    UserAccountEntity,
    { email: email.trim().toLowerCase() },
    { refresh: true },
  );
  return user === null ? null : UserResponseSchema.parse(user);
}

/** A user that the actor may see, with the facts that further permissions depend on. */
export interface VisibleUser {
  readonly user: UserResponse;
  readonly subject: OfUser;
}

/**
 * Returns a user (specification, section 7). Its version is the ETag.
 *
 * @throws {NotFound} when the actor may not see the user
 */
export async function getUser(ctx: Ctx, id: string): Promise<UserResponse> {
  return (await getVisibleUser(ctx, id)).user;
}

/**
 * Like `getUser`, for services that check more permissions. Staff who share a school see no flags.
 * @throws {NotFound} when the actor may not see the user
 */
export async function getVisibleUser(ctx: Ctx, id: string): Promise<VisibleUser> {
  const found = await findUserOfSchools(ctx, id);
  const subject = { userId: found?.user.id ?? '', highSchoolIds: found?.highSchoolIds ?? [] };
  authorizeToSee(ctx.actor, 'user.read', subject);
  if (found === null) throw new NotFound();
  const { user } = found;
  return { user: can(ctx.actor, 'user.readFlags', subject) ? user : { ...user, flags: [] }, subject };
}

/** Rereads what permissions for a user depend on; call it after locking the user. */
export async function reloadSubject(tx: Pick<Ctx, 'em'>, userId: string): Promise<OfUser> {
  const staff = await tx.em.find(
    HighSchoolStaffEntity,
    { user: userId },
    { fields: ['highSchool'], disableIdentityMap: true },
  );
  return { userId, highSchoolIds: staff.map(({ highSchool }) => highSchool.id) };
}

/**
 * Resolves `@me` to the actor's id; returns other ids unchanged.
 * @throws {NotFound} when it is `@me` and no one is signed in
 */
export function resolveUserId(actor: Actor, id: string): string {
  if (id !== SELF) return id;
  if (actor.kind !== 'user') throw new NotFound();
  return actor.id;
}

/**
 * Returns the schools where a user is staff, by name, with the user's position (specification, section 7).
 *
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} when the user is a colleague
 */
export async function listUserHighSchools(
  ctx: Ctx,
  { userId, query = {} }: { userId: string; query?: ListQuery },
): Promise<Listing<UserHighSchool>> {
  const { subject } = await getVisibleUser(ctx, userId);
  authorize(ctx.actor, 'user.readWork', subject);
  const { direction, limit, offset } = query;
  const order = alphabetical(direction);
  const memberships = await ctx.em.find(
    HighSchoolStaffEntity,
    { user: userId },
    {
      populate: ['highSchool'],
      orderBy: [{ highSchool: { [byName<HighSchool>('name')]: order } }, { highSchool: { id: order } }],
      limit,
      offset,
    },
  );
  const items = memberships.map(({ highSchool, position }) =>
    UserHighSchoolSchema.parse({ highSchoolId: highSchool.id, position, highSchool }),
  );
  return { items, total: limit === undefined ? null : subject.highSchoolIds.length };
}
