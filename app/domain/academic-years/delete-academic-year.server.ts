import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import type { ExpectedVersions } from '#app/lib/expected-version.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { lockYear } from './change-academic-year.server.ts';

/**
 * Removes a year and its extensions. Throws Conflict for the ACTIVE one and for one that has designations (decisions,
 * section 3), Stale where `ifMatch` names another version.
 */
export async function deleteAcademicYear(
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch: ExpectedVersions },
): Promise<void> {
  authorize(ctx.actor, 'academicYear.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, year: unwanted } = await lockYear(opened, id, ifMatch);
    const { year, status } = unwanted;
    if (status === 'ACTIVE') {
      throw new Conflict(`The academic year ${year} is active. Make another year active before deleting it.`);
    }
    if ((await tx.em.findOne(DesignationEntity, { academicYear: id }, { fields: ['id'] })) !== null) {
      throw new Conflict(`The academic year ${year} has designations and cannot be deleted.`);
    }
    tx.em.remove(unwanted);
    recordEvent(tx, {
      kind: 'academicYear.deleted',
      subject: ['ACADEMIC_YEAR', id],
      changes: { year: { from: year, to: null } },
    });
  });
}
