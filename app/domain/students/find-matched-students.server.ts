import type { Ctx } from '#app/domain/ctx.server.ts';
import { STUDENT_MATCHES } from '#app/domain/students/student-match-sql.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';

/**
 * The ids of those students of a designation who look like somebody on another school's list of the same year (decisions,
 * section 5), in the order of the list. Nothing of the other school is read out of the database: whoever may know the
 * designation may know this. Throws NotFound for ids the actor may not know.
 */
export async function findMatchedStudents(ctx: Ctx, designationId: string): Promise<string[]> {
  const [row] = await ctx.em.execute<{ high_school_id: string; student_ids: string[] }[]>(
    `select d.high_school_id, array(
       select s.id::text from ${STUDENT_MATCHES} group by s.id, s.position order by s.position, s.id) as student_ids
       from designation d where d.id = ?`,
    [designationId],
  );
  authorizeToKnow(ctx.actor, 'designation.read', { highSchoolId: row?.high_school_id ?? '' });
  if (row === undefined) throw new NotFound();
  return row.student_ids;
}
