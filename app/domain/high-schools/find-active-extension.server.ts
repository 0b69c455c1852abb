import type { Ctx } from '#app/domain/ctx.server.ts';
import { fullName } from '#app/lib/person-name.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';
import type { SchoolExtension } from '#app/schemas/high-school-screens.ts';
import { DeadlineExtensionEntity } from '#db/entities/deadline-extension.ts';

/** The later due date that a school has in the active year; null where it has none. Throws NotFound for a school that is not the actor's. */
export async function findActiveExtension(ctx: Ctx, highSchoolId: string): Promise<SchoolExtension | null> {
  authorizeToKnow(ctx.actor, 'highSchool.read', { highSchoolId });
  const extension = await ctx.em.findOne(
    DeadlineExtensionEntity,
    { highSchool: highSchoolId, academicYear: { status: 'ACTIVE' } },
    { populate: ['academicYear', 'grantedBy'] },
  );
  if (extension === null) return null;
  const { academicYear, dueAt, reason, grantedBy } = extension;
  return {
    year: academicYear.year,
    dueAt: dueAt.toISOString(),
    reason,
    grantedBy: grantedBy ? fullName(grantedBy) : null,
  };
}
