import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';

/** The name of a high school that the actor may know; throws NotFound for any other. */
export async function getKnownHighSchool(ctx: Ctx, id: string): Promise<{ id: string; name: string }> {
  authorizeToKnow(ctx.actor, 'highSchool.read', { highSchoolId: id });
  const [school] = await ctx.em.execute<{ id: string; name: string }[]>(
    'select id, name from high_school where id = ?',
    [id],
  );
  if (school === undefined) throw new NotFound();
  return school;
}
