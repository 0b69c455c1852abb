import type { Ctx } from '#app/domain/ctx.server.ts';
import { getSchoolOfStaff } from '#app/domain/high-schools/known-high-school.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type StaffInviteAnswer, StaffInviteAnswerSchema } from '#app/schemas/high-school.ts';
import type { UserInviteAnswer } from '#app/schemas/invite.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { byName } from '#db/name-order.ts';
import { selectUserInvites } from './invite-queries.server.ts';

/** The open invite to an address, without regard to case, or of an id; null where there is none. For administrators. */
export async function findUserInvite(ctx: Ctx, reference: string): Promise<UserInviteAnswer | null> {
  authorize(ctx.actor, 'invite.manage');
  const [invite] = await selectUserInvites(ctx, { reference: reference.trim() });
  return invite ?? null;
}

/** Lists open invites by address, each with its school positions (specification, section 7). For administrators. */
export async function listUserInvites(ctx: Ctx, query: ListQuery = {}): Promise<Listing<UserInviteAnswer>> {
  authorize(ctx.actor, 'invite.manage');
  const items = await selectUserInvites(ctx, query);
  return { items, total: query.limit === undefined ? null : await ctx.em.count(UserInviteEntity) };
}

/**
 * The open staff invites of a school, by address.
 *
 * @throws {NotFound} for a school that is unknown or not the actor's
 */
export async function listStaffInvites(
  ctx: Ctx,
  { highSchoolId, query = {} }: { highSchoolId: string; query?: ListQuery },
): Promise<Listing<StaffInviteAnswer>> {
  await getSchoolOfStaff(ctx, highSchoolId);
  const isWhole = query.limit === undefined;
  return {
    items: await staffInvitesOf(ctx, highSchoolId, query),
    total: isWhole ? null : await ctx.em.count(HighSchoolStaffInviteEntity, { highSchool: highSchoolId }),
  };
}

/** The open staff invites of a school that the caller may see, by address. */
export async function staffInvitesOf(
  ctx: Ctx,
  highSchoolId: string,
  { limit, offset, direction }: ListQuery = {},
): Promise<StaffInviteAnswer[]> {
  const turn = direction === 'asc' ? 'desc' : 'asc';
  const invites = await ctx.em.find(
    HighSchoolStaffInviteEntity,
    { highSchool: highSchoolId },
    {
      populate: ['userInvite'],
      orderBy: [{ userInvite: { [byName('email')]: turn } }, { id: turn }],
      limit,
      offset,
    },
  );
  return invites.map(({ userInvite, ...invite }) =>
    StaffInviteAnswerSchema.parse({
      ...invite,
      highSchoolId,
      userInviteId: userInvite.id,
      email: userInvite.email,
    }),
  );
}
