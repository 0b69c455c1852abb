import type { Ctx } from '#app/domain/ctx.server.ts';
import { staffInvitesOf } from '#app/domain/invites/list-staff-invites.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import type { HighSchoolAnswer, HighSchoolStaffAnswer } from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_COLUMNS, type HighSchoolRow, highSchoolOfRow } from './high-school-rows.server.ts';

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

/**
 * A high school with its staff by name and its open staff invites (specification, section 3). Throws NotFound for a school
 * that is unknown or not the actor's. Its version is the ETag; it counts the school's own fields, not its staff.
 */
export async function getHighSchool(ctx: Ctx, id: string): Promise<HighSchoolAnswer> {
  authorizeToKnow(ctx.actor, 'highSchool.read', { highSchoolId: id });
  const [row] = await ctx.em.execute<HighSchoolRow[]>(
    `select ${HIGH_SCHOOL_COLUMNS} from high_school hs where hs.id = ?`,
    [id],
  );
  if (row === undefined) throw new NotFound();
  return {
    ...highSchoolOfRow(row),
    version: row.version,
    staff: await listStaffOf(ctx, id),
    staffInvites: await staffInvitesOf(ctx, id),
  };
}

async function listStaffOf(ctx: Ctx, highSchoolId: string): Promise<HighSchoolStaffAnswer[]> {
  const rows = await ctx.em.execute<StaffRow[]>(
    `select s.id, s.high_school_id, s.user_id, s.position, u.first_name, u.last_name, u.email, u.phone
       from high_school_staff s join user_account u on u.id = s.user_id
      where s.high_school_id = ?
      order by u.last_name collate "und-x-icu", u.first_name collate "und-x-icu", u.id`,
    [highSchoolId],
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
