import type { Ctx } from '#app/domain/ctx.server.ts';
import { getKnownHighSchool } from '#app/domain/high-schools/known-high-school.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type StaffInviteAnswer, StaffInviteAnswerSchema } from '#app/schemas/high-school.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { byName } from '#db/name-order.ts';

/**
 * The open staff invites of a school, by address.
 *
 * @throws {NotFound} for a school that is unknown or not the actor's
 */
export async function listStaffInvites(
  ctx: Ctx,
  { highSchoolId, query = {} }: { highSchoolId: string; query?: ListQuery },
): Promise<Listing<StaffInviteAnswer>> {
  await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
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
