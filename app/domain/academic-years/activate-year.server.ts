import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRows } from '#app/domain/lock-queries.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';

/**
 * Makes every ACTIVE year INACTIVE, with an event each, and writes that at once, so that another can become ACTIVE. Needs the lock
 * `academicYears`, taken before any year's row, so that two activations can't wait for each other.
 */
export async function deactivateYears(tx: AuthorizedCtx): Promise<void> {
  const active = await lockRows(tx, AcademicYearEntity, { status: 'ACTIVE' }, 'update');
  for (const year of active) {
    tx.em.assign(year, { status: 'INACTIVE', updatedAt: tx.now() });
    recordEvent(tx, {
      kind: 'academicYear.changed',
      subject: ['ACADEMIC_YEAR', year.id],
      changes: { status: { from: 'ACTIVE', to: 'INACTIVE' } },
    });
  }
  await tx.em.flush();
}
