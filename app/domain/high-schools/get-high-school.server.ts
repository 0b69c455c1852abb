import type { EntityDTO } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { staffInvitesOf } from '#app/domain/invites/list-invites.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import {
  type HighSchoolAnswer,
  type HighSchoolDetails,
  HighSchoolDetailsSchema,
} from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_REMARKS } from '#app/schemas/high-school-fields.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { getKnownHighSchool } from './known-high-school.server.ts';
import { staffOf } from './list-staff.server.ts';

/**
 * A high school with its staff by name and its open staff invites (specification, section 3). Its version is the ETag;
 * it counts the school's own fields, not its staff.
 * @throws {NotFound} for a school that is unknown or not the actor's
 */
export async function getHighSchool(ctx: Ctx, id: string): Promise<HighSchoolAnswer> {
  const school = await getKnownHighSchool(ctx, id);
  return {
    ...shownHighSchool(ctx.actor, school),
    version: school.version,
    staff: await staffOf(ctx, { highSchool: id }),
    staffInvites: await staffInvitesOf(ctx, id),
  };
}

const NO_REMARKS = Object.fromEntries(HIGH_SCHOOL_REMARKS.map((name) => [name, '']));

/** A school as the actor is told of it: administrators' remarks are empty for everybody else (ADR 0020). */
export function shownHighSchool(actor: Actor, school: HighSchool | EntityDTO<HighSchool>): HighSchoolDetails {
  const details = HighSchoolDetailsSchema.parse(school);
  return can(actor, 'highSchool.readRemarks') ? details : { ...details, ...NO_REMARKS };
}
