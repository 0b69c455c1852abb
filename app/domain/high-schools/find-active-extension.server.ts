import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';
import type { SchoolExtension } from '#app/schemas/high-school-screens.ts';

interface ExtensionRow {
  year: number;
  due_at: string;
  reason: string;
  granted_by: string | null;
}

/** The later due date that a school has in the active year; null where it has none. Throws NotFound for a school that is not the actor's. */
export async function findActiveExtension(ctx: Ctx, highSchoolId: string): Promise<SchoolExtension | null> {
  authorizeToKnow(ctx.actor, 'highSchool.read', { highSchoolId });
  const [row] = await ctx.em.execute<ExtensionRow[]>(
    `select y.year, x.due_at, x.reason, u.first_name || ' ' || u.last_name as granted_by
       from deadline_extension x
       join academic_year y on y.id = x.academic_year_id and y.status = 'ACTIVE'
       left join user_account u on u.id = x.granted_by_id
      where x.high_school_id = ?`,
    [highSchoolId],
  );
  if (row === undefined) return null;
  return { year: row.year, dueAt: toIso(row.due_at), reason: row.reason, grantedBy: row.granted_by };
}
