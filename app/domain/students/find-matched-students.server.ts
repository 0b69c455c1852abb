import type { Ctx } from '#app/domain/ctx.server.ts';
import { STUDENT_MATCHES } from '#app/domain/students/student-match-sql.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';

/**
 * For administrators: the ids of a designation's students who look like somebody on another school's list of the same year
 * (decisions, section 5), in the order of the list. Nothing of the other student leaves the database, but that there is one tells
 * their name, birth date or email to whoever can type guesses: so staff are refused.
 *
 * @throws NotFound for ids the actor may not know, Forbidden for staff.
 */
export async function findMatchedStudents(ctx: Ctx, designationId: string): Promise<string[]> {
  const [row] = await ctx.em.execute<{ high_school_id: string; student_ids: string[] }[]>(
    `select d.high_school_id, array(
       select s.id::text from ${STUDENT_MATCHES} group by s.id, s.position order by s.position, s.id) as student_ids
       from designation d where d.id = ?`,
    [designationId],
  );
  const subject = { highSchoolId: row?.high_school_id ?? '' };
  authorizeToKnow(ctx.actor, 'designation.read', subject);
  authorize(ctx.actor, 'designation.decide', subject);
  if (row === undefined) throw new NotFound();
  return row.student_ids;
}
