import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { alphabetical, findListing, type Listing } from '#app/domain/listing.ts';
import { type HighSchoolStaffResponse, HighSchoolStaffResponseSchema } from '#app/schemas/high-school.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { type HighSchoolStaff, HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import type { UserAccount } from '#db/entities/user-account.ts';
import { byName } from '#db/name-order.ts';
import { getManagedHighSchool } from './high-school-access.server.ts';

/**
 * Returns a school's staff by name (specification, section 7).
 * @throws {NotFound} when the actor may not see the school
 */
export async function listStaff(
  ctx: Ctx,
  { highSchoolId, query = {} }: { readonly highSchoolId: string; readonly query?: ListQuery },
): Promise<Listing<HighSchoolStaffResponse>> {
  await getManagedHighSchool(ctx, highSchoolId);
  return staffOf(ctx, { highSchool: highSchoolId }, query);
}

/** Returns the staff that match the condition, by name. The caller has checked the permission. */
export async function staffOf(
  ctx: Ctx,
  where: FilterQuery<HighSchoolStaff>,
  { limit, offset, direction }: ListQuery = {},
): Promise<Listing<HighSchoolStaffResponse>> {
  const order = alphabetical(direction);
  const { items, total } = await findListing(ctx, HighSchoolStaffEntity, where, {
    populate: ['user'],
    orderBy: [
      { user: { [byName<UserAccount>('lastName')]: order } },
      { user: { [byName<UserAccount>('firstName')]: order } },
      { user: { id: order } },
    ],
    ...{ limit, offset },
  });
  return { items: items.map((member) => staffResponse(member, member.user)), total };
}

/** Returns a staff member as a response. */
export function staffResponse(
  { highSchool, user: _user, ...member }: HighSchoolStaff,
  user: UserAccount,
): HighSchoolStaffResponse {
  return HighSchoolStaffResponseSchema.parse({
    ...member,
    highSchoolId: highSchool.id,
    userId: user.id,
    user,
  });
}
