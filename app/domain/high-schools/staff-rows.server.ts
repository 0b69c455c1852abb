import type { Ctx } from '#app/domain/ctx.server.ts';
import { pageClause } from '#app/domain/listing.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import type { HighSchoolStaffAnswer } from '#app/schemas/high-school.ts';
import type { ListQuery } from '#app/schemas/listing.ts';

interface StaffRow {
  id: string;
  high_school_id: string;
  user_id: string;
  position: StaffPosition;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

/** Staff (`s`, the user `u`) that the condition finds, by name. The caller has asked permission for the school. */
export async function selectStaff(
  ctx: Ctx,
  where: SqlFragment,
  query: ListQuery = {},
): Promise<HighSchoolStaffAnswer[]> {
  const direction = query.direction === 'asc' ? 'desc' : 'asc';
  const page = pageClause(query);
  const rows = await ctx.em.execute<StaffRow[]>(
    `select s.id, s.high_school_id, s.user_id, s.position, u.first_name, u.last_name, u.email, u.phone
       from high_school_staff s join user_account u on u.id = s.user_id
      where ${where.sql}
      order by u.last_name collate "und-x-icu" ${direction}, u.first_name collate "und-x-icu" ${direction},
               u.id ${direction}${page.sql}`,
    [...where.params, ...page.params],
  );
  return rows.map((row) => ({
    id: row.id,
    highSchoolId: row.high_school_id,
    userId: row.user_id,
    position: row.position,
    user: {
      id: row.user_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      phone: row.phone,
    },
  }));
}

/** All staff of a school. */
export function ofSchool(highSchoolId: string): SqlFragment {
  return { sql: 's.high_school_id = ?', params: [highSchoolId] };
}

/** One member of a school's staff. */
export function ofMember({ highSchoolId, userId }: { highSchoolId: string; userId: string }): SqlFragment {
  return { sql: 's.high_school_id = ? and s.user_id = ?', params: [highSchoolId, userId] };
}
