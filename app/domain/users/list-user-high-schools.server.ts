import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { type UserHighSchool, UserHighSchoolSchema } from '#app/schemas/user.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { byName } from '#db/name-order.ts';
import { getKnownUser } from './get-user.server.ts';

/**
 * The schools where a user is staff, by name, with the position held there (specification, section 7).
 *
 * @throws {NotFound} for a user the actor may not know
 * @throws {Forbidden} for a colleague
 */
export async function listUserHighSchools(
  ctx: Ctx,
  { userId, query = {} }: { userId: string; query?: ListQuery },
): Promise<Listing<UserHighSchool>> {
  const { subject } = await getKnownUser(ctx, userId);
  authorize(ctx.actor, 'user.readWork', subject);
  const { direction, limit, offset } = query;
  const turn = direction === 'asc' ? 'desc' : 'asc';
  const places = await ctx.em.find(
    HighSchoolStaffEntity,
    { user: userId },
    {
      populate: ['highSchool'],
      orderBy: [{ highSchool: { [byName('name')]: turn } }, { highSchool: { id: turn } }],
      limit,
      offset,
    },
  );
  const items = places.map(({ highSchool, position }) =>
    UserHighSchoolSchema.parse({ highSchoolId: highSchool.id, position, highSchool }),
  );
  return { items, total: limit === undefined ? null : subject.highSchoolIds.length };
}
