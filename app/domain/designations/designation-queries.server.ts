import type { Ctx } from '#app/domain/ctx.server.ts';
import { STUDENT_MATCHES } from '#app/domain/students/student-match-sql.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';

/** Which of these designations have a student who may also be on another school's list. Tells nothing of any student. */
export async function matchedDesignations(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.em.execute<{ id: string }[]>(
    `select d.id from designation d where d.id in (?) and exists (select from ${STUDENT_MATCHES})`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The class size of the school's most recent earlier designation that has one; null without. */
export async function findPreviousClassSize(
  ctx: Ctx,
  designation: { readonly highSchoolId: string; readonly year: number },
): Promise<{ classSize: number; year: number } | null> {
  authorizeToKnow(ctx.actor, 'designation.read', designation);
  const [previous] = await ctx.em.execute<{ classSize: number; year: number }[]>(
    `select d.class_size as "classSize", y.year
       from designation d join academic_year y on y.id = d.academic_year_id
      where d.high_school_id = ? and y.year < ? and d.class_size is not null
      order by y.year desc limit 1`,
    [designation.highSchoolId, designation.year],
  );
  return previous ?? null;
}
