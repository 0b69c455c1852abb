import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolStaffAnswer } from '#app/schemas/high-school.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { getKnownHighSchool } from './known-high-school.server.ts';
import { ofSchool, selectStaff } from './staff-rows.server.ts';

/** The staff of a school by name (specification, section 7). Throws NotFound for a school that is unknown or not the actor's. */
export async function listStaff(
  ctx: Ctx,
  { highSchoolId, query = {} }: { readonly highSchoolId: string; readonly query?: ListQuery },
): Promise<Listing<HighSchoolStaffAnswer>> {
  await getKnownHighSchool(ctx, highSchoolId);
  authorize(ctx.actor, 'staff.manage', { highSchoolId });
  return {
    items: await selectStaff(ctx, ofSchool(highSchoolId), query),
    total: query.limit === undefined ? null : await countStaff(ctx, highSchoolId),
  };
}

async function countStaff(ctx: Ctx, highSchoolId: string): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>(
    'select count(*)::int as total from high_school_staff where high_school_id = ?',
    [highSchoolId],
  );
  return row?.total ?? 0;
}
