import type { Ctx } from '#app/domain/ctx.server.ts';
import { STUDENT_MATCHES } from '#app/domain/students/student-match-sql.ts';

/** Which of these designations have a student who may also be on another school's list. Tells nothing of any student. */
export async function matchedDesignations(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.em.execute<{ id: string }[]>(
    `select d.id from designation d where d.id in (?) and exists (select from ${STUDENT_MATCHES})`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
