import type { EntityDTO } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { staffInvitesOf } from '#app/domain/invites/list-invites.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import {
  type HighSchoolResponse,
  type HighSchoolDetails,
  HighSchoolDetailsSchema,
} from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_REMARKS } from '#app/schemas/high-school-fields.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { getVisibleHighSchool } from './high-school-access.server.ts';
import { staffOf } from './list-staff.server.ts';

/**
 * Returns a high school with its staff by name and its open staff invites (specification, section 3). Its
 * version, which is the ETag, counts only changes to the school's own fields.
 * @throws {NotFound} when the actor may not see the school
 */
export async function getHighSchool(ctx: Ctx, id: string): Promise<HighSchoolResponse> {
  const school = await getVisibleHighSchool(ctx, id);
  const staff = await staffOf(ctx, { highSchool: id });
  const staffInvites = await staffInvitesOf(ctx, id);
  return {
    ...shownHighSchool(ctx.actor, school),
    version: school.version,
    staff: [...staff.items],
    staffInvites: [...staffInvites.items],
  };
}

const NO_REMARKS = Object.fromEntries(HIGH_SCHOOL_REMARKS.map((name) => [name, '']));

/** Returns a school as the actor may see it: remarks are empty for everyone but administrators (ADR 20). */
export function shownHighSchool(actor: Actor, school: HighSchool | EntityDTO<HighSchool>): HighSchoolDetails {
  const details = HighSchoolDetailsSchema.parse(school);
  return can(actor, 'highSchool.readRemarks') ? details : { ...details, ...NO_REMARKS };
}
