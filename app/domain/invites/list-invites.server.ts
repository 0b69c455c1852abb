import type { FilterQuery } from '@mikro-orm/core';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { getManagedHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import { alphabetical, findListing, type Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type StaffInviteResponse, StaffInviteResponseSchema } from '#app/schemas/high-school.ts';
import { type UserInviteResponse, UserInviteResponseSchema } from '#app/schemas/invite.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { isUuid } from '#app/schemas/route-params.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { type UserInvite, UserInviteEntity } from '#db/entities/user-invite.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { byName } from '#db/name-order.ts';

/** Finds the open invite with this address, ignoring case, or id; null if none. For administrators. */
export async function findUserInvite(ctx: Ctx, reference: string): Promise<UserInviteResponse | null> {
  authorize(ctx.actor, 'invite.manage');
  const named = reference.trim().toLowerCase();
  const { items } = await findInvites(ctx, isUuid(named) ? { id: named } : { email: named });
  return items[0] ?? null;
}

/** Returns open invites by address, with their positions (specification, section 7). For administrators. */
export async function listUserInvites(ctx: Ctx, query: ListQuery = {}): Promise<Listing<UserInviteResponse>> {
  authorize(ctx.actor, 'invite.manage');
  return findInvites(ctx, {}, query);
}

/** Returns the matching invites by address, with their school positions. Doesn't check permission. */
async function findInvites(
  ctx: Pick<Ctx, 'em'>,
  where: FilterQuery<UserInvite>,
  { limit, offset, direction }: ListQuery = {},
): Promise<Listing<UserInviteResponse>> {
  const order = alphabetical(direction);
  const { items: invites, total } = await findListing(ctx, UserInviteEntity, where, {
    orderBy: [{ [byName<UserInvite>('email')]: order }, { id: order }],
    ...{ limit, offset },
  });
  const staffInvites = await findStaffInvites(ctx, invites);
  const staffInvitesByInvite = new Map(invites.map(({ id }) => [id, [] as typeof staffInvites]));
  for (const staffInvite of staffInvites)
    staffInvitesByInvite.get(staffInvite.userInvite.id)?.push(staffInvite);
  const items = invites.map((one) => userInviteResponse(one, staffInvitesByInvite.get(one.id) ?? []));
  return { items, total };
}

/** Returns the school positions of these invites, by the schools' names. */
export function findStaffInvites({ em }: Pick<Ctx, 'em'>, invites: readonly UserInvite[]) {
  return em.find(
    HighSchoolStaffInviteEntity,
    { userInvite: { $in: [...invites] } },
    {
      populate: ['highSchool'],
      orderBy: [{ highSchool: { [byName<HighSchool>('name')]: 'asc' } }, { id: 'asc' }],
    },
  );
}

/** Returns an invite with its school positions as a response. */
export function userInviteResponse(
  invite: UserInvite,
  positions: Awaited<ReturnType<typeof findStaffInvites>>,
): UserInviteResponse {
  const staffInvites = positions.map((staffInvite) => ({
    ...staffInvite,
    highSchoolId: staffInvite.highSchool.id,
    userInviteId: invite.id,
  }));
  return UserInviteResponseSchema.parse({ ...invite, staffInvites });
}

/**
 * Returns a school's open staff invites, by address.
 *
 * @throws {NotFound} when the actor may not see the school
 */
export async function listStaffInvites(
  ctx: Ctx,
  { highSchoolId, query = {} }: { highSchoolId: string; query?: ListQuery },
): Promise<Listing<StaffInviteResponse>> {
  await getManagedHighSchool(ctx, highSchoolId);
  return staffInvitesOf(ctx, highSchoolId, query);
}

/** Returns a school's open staff invites that the actor may see, by address. */
export async function staffInvitesOf(
  ctx: Ctx,
  highSchoolId: string,
  { limit, offset, direction }: ListQuery = {},
): Promise<Listing<StaffInviteResponse>> {
  const order = alphabetical(direction);
  const invites = await findListing(
    ctx,
    HighSchoolStaffInviteEntity,
    { highSchool: highSchoolId },
    {
      populate: ['userInvite'],
      orderBy: [{ userInvite: { [byName<UserInvite>('email')]: order } }, { id: order }],
      ...{ limit, offset },
    },
  );
  const items = invites.items.map(({ userInvite: { id, email }, ...invite }) =>
    StaffInviteResponseSchema.parse({ ...invite, highSchoolId, userInviteId: id, email }),
  );
  return { items, total: invites.total };
}
