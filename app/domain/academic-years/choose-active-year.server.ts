import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { takeLock } from '#app/domain/lock-queries.server.ts';
import { VersionConflict } from '#app/lib/domain-errors.ts';
import type { VersionedId } from '#app/lib/versioned-id.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import { changeAcademicYear } from './change-academic-year.server.ts';
import { findActiveYear } from './read-academic-years.server.ts';

/**
 * Makes a year ACTIVE, and the others INACTIVE, for somebody who saw which one was until now (specification, section 2). Throws Stale
 * where another is by now, or none, and where the chosen one is at another version; nothing is changed then.
 *
 * @param instead the year that was shown as ACTIVE; null where none was
 */
export async function chooseActiveYear(
  ctx: Ctx,
  { chosen, instead }: { chosen: VersionedId; instead: string | null },
): Promise<AcademicYearAnswer> {
  authorize(ctx.actor, 'academicYear.manage');
  return inTransaction(ctx, async (opened) => {
    await takeLock(opened, 'academicYears');
    const tx = await reloadActor(opened, 'academicYear.manage');
    const active = await findActiveYear(tx);
    if ((active?.id ?? null) !== instead) throw new VersionConflict();
    return changeAcademicYear(tx, { id: chosen.id, patch: { status: 'ACTIVE' }, ifMatch: chosen.version });
  });
}
