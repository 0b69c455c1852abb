import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { zonedDay } from '#app/lib/time/zoned-day.ts';
import { authorize } from '#app/policy/authorize.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import { blankStudents, type PurgeableYear, readPurgeableYears } from './retention-queries.server.ts';

/**
 * The closed years that are older than so many years, counted by their number from the calendar year where the program is, and that hold
 * personal data of students, oldest first (decisions, section 8). For administrators.
 */
export async function listPurgeableYears(ctx: Ctx, olderThanYears: number): Promise<PurgeableYear[]> {
  authorize(ctx.actor, 'students.purge');
  const thisYear = Number(zonedDay(ctx.now(), ctx.settings.timeZone).slice(0, 4));
  return readPurgeableYears(ctx, thisYear - olderThanYears);
}

/**
 * Removes the personal data of all students of one closed year, also what returns kept of them, with an event on the
 * year; their number, ids and places stay. Answers how many students it was; a second run finds nobody.
 * @throws {Conflict} where the year was opened again
 */
export async function purgeStudentsOfYear(ctx: Ctx, yearId: string): Promise<number> {
  authorize(ctx.actor, 'students.purge');
  return inTransaction(ctx, async (opened) => {
    const closed = { id: yearId, status: 'INACTIVE' } as const;
    const year = await lockRow(opened, AcademicYearEntity, closed, 'update');
    const tx = await reloadActor(opened, 'students.purge');
    if (year === null) throw new Conflict('Only students of closed years can be purged.');
    const purgedStudents = await blankStudents(tx, yearId);
    await tx.em.nativeDelete(ReturnedContentsEntity, { designation: { academicYear: yearId } });
    recordEvent(tx, {
      kind: 'academicYear.studentsPurged',
      subject: ['ACADEMIC_YEAR', yearId],
      changes: { purgedStudents },
    });
    return purgedStudents;
  });
}
