import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow, lockRows } from '#app/domain/lock-queries.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { DesignationMatchEntity } from '#db/entities/designation-match.ts';
import { DesignationWarningEntity } from '#db/entities/designation-warning.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { MessageReadingEntity } from '#db/entities/message-reading.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import { UndoableDecisionEntity } from '#db/entities/undoable-decision.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import {
  blankStudents,
  deleteImportMappings,
  deleteSchoolNotes,
  type PurgeableYear,
  readPurgeableYears,
} from './retention-queries.server.ts';

/** Returns closed years from over this many years ago with personal data left (decisions, section 8). */
export async function listPurgeableYears(ctx: Ctx, olderThanYears: number): Promise<PurgeableYear[]> {
  authorize(ctx.actor, 'students.purge');
  const thisYear = Number(zonedDay(ctx.now(), ctx.settings.timeZone).slice(0, 4));
  return readPurgeableYears(ctx, thisYear - olderThanYears);
}

/**
 * Removes students' personal data of a closed year, wherever it's stored (decisions, section 8), and schools' import mappings
 * up to that year. Keeps counts, IDs, and positions. Returns how many students had data.
 *
 * @throws {Conflict} when the year isn't closed
 */
export async function purgeStudentsOfYear(ctx: Ctx, yearId: string): Promise<number> {
  authorize(ctx.actor, 'students.purge');
  return inTransaction(ctx, async (opened) => {
    const closed = { id: yearId, status: 'INACTIVE' } as const;
    const year = await lockRow(opened, AcademicYearEntity, closed, 'update');
    const tx = await reloadActor(opened, 'students.purge');
    if (year === null) throw new Conflict(YEAR_MESSAGES.notClosed);
    await lockRows(tx, DesignationEntity, { academicYear: yearId });
    const purgedStudents = await blankStudents(tx, yearId);
    await tx.em.nativeUpdate(
      DesignationEntity,
      { academicYear: yearId, note: { $ne: null } },
      { note: null },
    );
    await tx.em.nativeDelete(ReturnedContentsEntity, { designation: { academicYear: yearId } });
    await tx.em.nativeDelete(UndoableDecisionEntity, { designation: { academicYear: yearId } });
    await tx.em.nativeDelete(DesignationMessageEntity, { designation: { academicYear: yearId } });
    await tx.em.nativeDelete(MessageReadingEntity, { designation: { academicYear: yearId } });
    await tx.em.nativeDelete(InternalNoteEntity, { designation: { academicYear: yearId } });
    await deleteSchoolNotes(tx, year);
    await deleteImportMappings(tx, year);
    await tx.em.nativeDelete(DesignationMatchEntity, { designation: { academicYear: yearId } });
    await tx.em.nativeDelete(DesignationWarningEntity, { designation: { academicYear: yearId } });
    recordEvent(tx, 'academicYear.studentsPurged', ['ACADEMIC_YEAR', yearId], { purgedStudents });
    return purgedStudents;
  });
}
