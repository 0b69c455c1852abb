import type { Ctx } from '#app/domain/ctx.server.ts';
import { staffInvitesOf } from '#app/domain/invites/list-staff-invites.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';
import type { HighSchoolAnswer } from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_COLUMNS, type HighSchoolRow, shownHighSchool } from './high-school-rows.server.ts';
import { ofSchool, selectStaff } from './staff-rows.server.ts';

/**
 * A high school with its staff by name and its open staff invites (specification, section 3). Throws NotFound for a school
 * that is unknown or not the actor's. Administrators' remarks are empty for its staff (ADR 0020). Its version is the ETag; it counts the school's own fields, not its staff.
 */
export async function getHighSchool(ctx: Ctx, id: string): Promise<HighSchoolAnswer> {
  authorizeToKnow(ctx.actor, 'highSchool.read', { highSchoolId: id });
  const [row] = await ctx.em.execute<HighSchoolRow[]>(
    `select ${HIGH_SCHOOL_COLUMNS} from high_school hs where hs.id = ?`,
    [id],
  );
  if (row === undefined) throw new NotFound();
  return {
    ...shownHighSchool(ctx.actor, row),
    version: row.version,
    staff: await selectStaff(ctx, ofSchool(id)),
    staffInvites: await staffInvitesOf(ctx, id),
  };
}
