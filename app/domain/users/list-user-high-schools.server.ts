import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ActivityStatus, StaffPosition } from '#app/schemas/enums.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import type { UserHighSchool } from '#app/schemas/user.ts';
import { getKnownUser } from './get-user.server.ts';

interface PlaceRow {
  high_school_id: string;
  position: StaffPosition;
  name: string;
  status: ActivityStatus;
}

/**
 * The schools where a user is staff, by name, with the position held there (specification, section 7). Throws NotFound for
 * a user the actor may not know, Forbidden for a colleague.
 */
export async function listUserHighSchools(
  ctx: Ctx,
  { userId, query = {} }: { userId: string; query?: ListQuery },
): Promise<Listing<UserHighSchool>> {
  const { subject } = await getKnownUser(ctx, userId);
  authorize(ctx.actor, 'user.readWork', subject);
  const direction = query.direction === 'asc' ? 'desc' : 'asc';
  const page = pageClause(query);
  const rows = await ctx.em.execute<PlaceRow[]>(
    `select s.high_school_id, s.position, hs.name, hs.status
       from high_school_staff s join high_school hs on hs.id = s.high_school_id
      where s.user_id = ?
      order by hs.name collate "und-x-icu" ${direction}, hs.id ${direction}${page.sql}`,
    [userId, ...page.params],
  );
  return {
    items: rows.map((row) => ({
      highSchoolId: row.high_school_id,
      position: row.position,
      highSchool: { id: row.high_school_id, name: row.name, status: row.status },
    })),
    total: query.limit === undefined ? null : subject.highSchoolIds.length,
  };
}
