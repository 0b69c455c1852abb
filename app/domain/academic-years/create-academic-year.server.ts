import { randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AcademicYearAnswer, AcademicYearCreate } from '#app/schemas/academic-year.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { deactivateYears, lockYears } from './activate-year.server.ts';
import { getAcademicYear } from './read-academic-years.server.ts';

/**
 * Adds an academic year, INACTIVE unless told; an ACTIVE one makes the others INACTIVE (specification, section 7;
 * decisions, section 3). Throws Conflict where the year exists. Leaves an event for each year it changes.
 */
export async function createAcademicYear(
  ctx: Ctx,
  { year, status = 'INACTIVE' }: AcademicYearCreate,
): Promise<AcademicYearAnswer> {
  authorize(ctx.actor, 'academicYear.manage');
  return inTransaction(ctx, async (opened) => {
    await lockYears(opened);
    const tx = await reloadActor(opened, 'academicYear.manage');
    const taken = await tx.em.execute<unknown[]>('select 1 from academic_year where year = ?', [year]);
    if (taken.length > 0) throw new Conflict(`The academic year ${year} already exists.`);
    if (status === 'ACTIVE') await deactivateYears(tx);
    const id = randomUUID();
    const now = tx.now();
    await tx.em.insert(AcademicYearEntity, { id, year, status, createdAt: now, updatedAt: now });
    await recordEvent(tx, {
      kind: 'academicYear.created',
      subject: ['ACADEMIC_YEAR', id],
      changes: { year: { from: null, to: year }, status: { from: null, to: status } },
    });
    return getAcademicYear(tx, id);
  });
}
