import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { HighSchoolListItem } from '#app/schemas/high-school.ts';
import { shownHighSchool } from './get-high-school.server.ts';
import { countHighSchools, type HighSchoolListing, readHighSchools } from './high-school-queries.server.ts';

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
