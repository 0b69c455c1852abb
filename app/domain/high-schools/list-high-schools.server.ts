import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolListItem } from '#app/schemas/high-school.ts';
import { shownHighSchool } from './get-high-school.server.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import {
  countHighSchools,
  countHighSchoolsByStatus,
  type HighSchoolListing,
  readHighSchools,
} from './high-school-queries.server.ts';

/**
 * Returns the matching high schools that the actor may see, by default by name (specification, sections 7 and
 * 9); `isOwnOnly` limits them to those where the actor is staff. Remarks are empty for staff (ADR 20).
 * @throws {Forbidden} when staff filter by remarks
 */
export async function listHighSchools(
  ctx: Ctx,
  query: HighSchoolListing = {},
): Promise<Listing<HighSchoolListItem>> {
  authorize(ctx.actor, 'highSchool.list');
  const schools = await readHighSchools(ctx, query);
  return {
    items: schools.map(({ designationCount, ...school }) => ({
      ...shownHighSchool(ctx.actor, school),
      designationCount,
    })),
    total: query.limit === undefined ? null : await countHighSchools(ctx, query),
  };
}

/**
 * Returns the number of high schools that match the filter without its status, by status; omits those without any.
 * @throws {Forbidden} when staff filter by remarks
 */
export async function countSchoolStatuses(
  ctx: Ctx,
  { status: _status, ...query }: HighSchoolListing,
): Promise<Partial<Record<ActivityStatus, number>>> {
  authorize(ctx.actor, 'highSchool.list');
  return countHighSchoolsByStatus(ctx, query);
}
