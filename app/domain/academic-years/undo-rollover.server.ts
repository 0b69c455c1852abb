import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow, acquireLock } from '#app/domain/lock-queries.server.ts';
import { Conflict, VersionConflict } from '#app/lib/domain-errors.ts';
import { type VersionedId, versionTokenOf } from '#app/lib/versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AcademicYearResponse } from '#app/schemas/academic-year.ts';
import { RolloverEventSchema } from '#app/schemas/rollover.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';
import { withinLimits } from '#db/work-limits.server.ts';
import { findLastYearEvent } from './academic-year-queries.server.ts';
import { changeAcademicYear, deleteAcademicYear } from './change-academic-year.server.ts';
import { findAcademicYear, findActiveYear } from './read-academic-years.server.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { ROLLED_OVER } from './roll-over-year.server.ts';

/** A rollover that can still be undone. */
export interface UndoableRollover {
  readonly active: AcademicYearResponse;
  /** The year that would become active again; null if there was none or it has since been deleted. */
  readonly closed: AcademicYearResponse | null;
  /** Whether the rollover created the year, so undoing it deletes the year and its data. */
  readonly isNew: boolean;
  readonly extensions: number;
  readonly reminderRules: number;
}

/** Finds the rollover that began the active year; null if there is none or the year has designations. */
export async function findUndoableRollover(ctx: Ctx): Promise<UndoableRollover | null> {
  authorize(ctx.actor, 'academicYear.manage');
  const active = await findActiveYear(ctx);
  if (active === null) return null;
  const kinds = [ROLLED_OVER, ROLLOVER_UNDONE];
  const last = await findLastYearEvent(ctx, { yearId: active.id, kinds });
  if (last?.kind !== ROLLED_OVER || last.hasDesignations) return null;
  const { closedId, isNew } = RolloverEventSchema.parse(last.changes);
  return {
    active,
    closed: closedId === null ? null : await findAcademicYear(ctx, closedId),
    isNew,
    extensions: last.extensions,
    reminderRules: last.reminderRules,
  };
}

export const ROLLOVER_UNDONE = 'academicYear.rolloverUndone';

/**
 * Undoes the last rollover: reactivates the year it closed and deletes the year it created, or deactivates
 * a year that already existed. Records events on both. `begun` is the year that was displayed.
 * @throws {Conflict} when the active year wasn't begun by a rollover, or has designations
 * @throws {VersionConflict} when `begun` is another year or has changed
 */
export async function undoRollover(ctx: Ctx, begun?: VersionedId): Promise<AcademicYearResponse | null> {
  authorize(ctx.actor, 'academicYear.manage');
  return withinLimits('rollover', () => inTransaction(ctx, (opened) => undo(opened, begun)));
}

async function undo(opened: Ctx, begun: VersionedId | undefined): Promise<AcademicYearResponse | null> {
  await acquireLock(opened, 'academicYears');
  const tx = await reloadActor(opened, 'academicYear.manage');
  const locked = await lockRow(tx, AcademicYearEntity, { status: 'ACTIVE' }, 'update');
  const rollover = await findUndoableRollover(tx);
  if (locked === null || rollover === null) {
    throw new Conflict(YEAR_MESSAGES.noRollover);
  }
  const { active: year, closed, isNew } = rollover;
  if (begun !== undefined && versionTokenOf(begun) !== versionTokenOf(year)) throw new VersionConflict();
  deactivateBegunYear(tx, locked, closed);
  if (isNew) await deleteAcademicYear(tx, { id: year.id, ifMatch: null });
  if (closed === null) return null;
  return changeAcademicYear(tx, { id: closed.id, patch: { status: 'ACTIVE' }, ifMatch: null });
}

function deactivateBegunYear(
  tx: AuthorizedCtx,
  begun: AcademicYear,
  closed: AcademicYearResponse | null,
): void {
  const { id, year } = begun;
  tx.em.assign(begun, { status: 'INACTIVE', updatedAt: tx.now() });
  recordEvent(tx, ROLLOVER_UNDONE, ['ACADEMIC_YEAR', id], { year });
  if (closed === null) return;
  recordEvent(tx, ROLLOVER_UNDONE, ['ACADEMIC_YEAR', closed.id], { year });
}
