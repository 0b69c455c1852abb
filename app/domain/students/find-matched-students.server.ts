import type { Ctx } from '#app/domain/ctx.server.ts';
import { matchedStudents } from '#app/domain/students/student-match-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

/**
 * For administrators: the ids of a designation's students who look like somebody on another school's list of the same year
 * (decisions, section 5), in the order of the list. Nothing of the other student leaves the database, but that there is one tells
 * their name, birth date or email to whoever can type guesses: so staff are refused.
 *
 * @throws NotFound for ids the actor may not know, Forbidden for staff.
 */
export async function findMatchedStudents(ctx: Ctx, designationId: string): Promise<string[]> {
  const designation = await ctx.em.findOne(DesignationEntity, { id: designationId });
  const subject = { highSchoolId: designation?.highSchool.id ?? '' };
  authorizeToKnow(ctx.actor, 'designation.read', subject);
  authorize(ctx.actor, 'designation.decide', subject);
  if (designation === null) throw new NotFound();
  return matchedStudents(ctx, designationId);
}
