import { sql } from '#app/domain/sql-fragment.ts';
import { type Connection, query } from '#app/domain/sql-queries.server.ts';
import type { AccessRequestCounts } from '#app/schemas/access-request.ts';

/**
 * Counts the people whose requests are open at `now`, for each school that has any, newest request first.
 * @param highSchoolIds the schools to look at; null for all
 */
export function countRequestsBySchool(
  ctx: Connection,
  { highSchoolIds, now }: { highSchoolIds: readonly string[] | null; now: Date },
): Promise<AccessRequestCounts['schools']> {
  const ofSchools =
    highSchoolIds === null ? sql`` : sql`and h.id = any(${`{${highSchoolIds.join(',')}}`}::uuid[])`;
  return query<AccessRequestCounts['schools'][number]>(ctx)`
    select h.id, h.name, count(*)::int as people
      from access_request r join high_school h on h.id = r.high_school_id
     where r.outcome is null and r.expires_at > ${now} ${ofSchools}
     group by h.id
     order by max(r.created_at) desc, h.id`;
}
