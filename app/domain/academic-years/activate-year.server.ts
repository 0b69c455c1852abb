import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';

/** The advisory lock of whoever makes a year ACTIVE or adds one: 'year' in ASCII. */
const YEARS_LOCK = 0x79656172;

/**
 * Lets one transaction at a time add years or decide which is ACTIVE; the others wait. Take it before any year's row, so
 * that two activations cannot wait for each other.
 */
export async function lockYears(tx: Ctx): Promise<void> {
  await tx.em.execute('select pg_advisory_xact_lock(?)', [YEARS_LOCK]);
}

/** Makes every ACTIVE year INACTIVE, with an event each: what goes before making another ACTIVE. Needs `lockYears`. */
export async function deactivateYears(tx: AuthorizedCtx): Promise<void> {
  const active = await tx.em.execute<{ id: string }[]>(
    `select id from academic_year where status = 'ACTIVE' for update`,
  );
  for (const { id } of active) {
    await tx.em.nativeUpdate(AcademicYearEntity, { id }, { status: 'INACTIVE', updatedAt: tx.now() });
    await recordEvent(tx, {
      kind: 'academicYear.changed',
      subject: ['ACADEMIC_YEAR', id],
      changes: { status: { from: 'ACTIVE', to: 'INACTIVE' } },
    });
  }
}
