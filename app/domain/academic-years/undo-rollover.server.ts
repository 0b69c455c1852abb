import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict, Stale } from '#app/lib/domain-errors.ts';
import { type Seen, seenOf } from '#app/lib/seen-version.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { withinLimits } from '#db/work-limits.server.ts';
import { lockYears } from './activate-year.server.ts';
import { changeAcademicYear, lockYear } from './change-academic-year.server.ts';
import { deleteAcademicYear } from './delete-academic-year.server.ts';
import { findAcademicYear, findActiveYear } from './read-academic-years.server.ts';
import { ROLLED_OVER, type RolloverEvent } from './roll-over-year.server.ts';

/** A rollover that can still be taken back. */
export interface UndoableRollover {
  readonly active: AcademicYearAnswer;
  /** What would be active again; null where none was, or where it was deleted since. */
  readonly closed: AcademicYearAnswer | null;
  /** Whether the rollover made the year: undoing it deletes the year, with what follows. */
  readonly isNew: boolean;
  readonly extensions: number;
  readonly reminderRules: number;
}

interface RolloverRow {
  changes: RolloverEvent;
  kind: string;
  is_used: boolean;
  extensions: number;
  reminder_rules: number;
}

/** The rollover that made the active year, as long as that year has no designation; null otherwise. */
export async function findUndoableRollover(ctx: Ctx): Promise<UndoableRollover | null> {
  authorize(ctx.actor, 'academicYear.manage');
  const active = await findActiveYear(ctx);
  if (active === null) return null;
  const [row] = await ctx.em.execute<RolloverRow[]>(
    `select e.kind, e.changes,
            exists (select 1 from designation d where d.academic_year_id = e.subject_id) as is_used,
            (select count(*)::int from deadline_extension x where x.academic_year_id = e.subject_id) as extensions,
            (select count(*)::int from reminder_rule r where r.academic_year_id = e.subject_id) as reminder_rules
       from event e
      where e.subject_type = 'ACADEMIC_YEAR' and e.subject_id = ? and e.kind in (?)
      order by e.at desc, e.id desc limit 1`,
    [active.id, [ROLLED_OVER, ROLLOVER_UNDONE]],
  );
  if (row === undefined || row.kind !== ROLLED_OVER || row.is_used) return null;
  const { closedId, isNew } = row.changes;
  return {
    active,
    closed: closedId === null ? null : await findAcademicYear(ctx, closedId),
    isNew,
    extensions: row.extensions,
    reminderRules: row.reminder_rules,
  };
}

export const ROLLOVER_UNDONE = 'academicYear.rolloverUndone';

/**
 * Takes the last rollover back: the year that it closed is ACTIVE again, and the year that it began is deleted where the rollover
 * made it, with its dates, extensions and reminder rules, or else INACTIVE. Leaves events on both. Throws Conflict where the active
 * year was not made by a rollover, or has a designation by now: whoever starts one at the same time comes first or finds the year closed.
 *
 * @param begun the year that was shown as begun, for somebody who saw it: another one, or another version, is Stale
 */
export async function undoRollover(ctx: Ctx, begun?: Seen): Promise<AcademicYearAnswer | null> {
  authorize(ctx.actor, 'academicYear.manage');
  return withinLimits('rollover', () => inTransaction(ctx, (opened) => undo(opened, begun)));
}

async function undo(opened: Ctx, begun: Seen | undefined): Promise<AcademicYearAnswer | null> {
  await lockYears(opened);
  const tx = await reloadActor(opened, 'academicYear.manage');
  const active = await findActiveYear(tx);
  if (active !== null) await lockYear(tx, active.id, null);
  const rollover = await findUndoableRollover(tx);
  if (rollover === null) {
    throw new Conflict(
      'There is no rollover to undo: it can be undone until the new year has its first designation.',
    );
  }
  const { active: year, closed, isNew } = rollover;
  if (begun !== undefined && seenOf(begun) !== seenOf(year)) throw new Stale();
  await closeAgain(tx, year, closed);
  if (isNew) await deleteAcademicYear(tx, { id: year.id, ifMatch: null });
  if (closed === null) return null;
  return changeAcademicYear(tx, { id: closed.id, patch: { status: 'ACTIVE' }, ifMatch: null });
}

async function closeAgain(
  tx: AuthorizedCtx,
  { id, year }: AcademicYearAnswer,
  closed: AcademicYearAnswer | null,
): Promise<void> {
  await tx.em.nativeUpdate(AcademicYearEntity, { id }, { status: 'INACTIVE', updatedAt: tx.now() });
  await recordEvent(tx, { kind: ROLLOVER_UNDONE, subject: ['ACADEMIC_YEAR', id], changes: { year } });
  if (closed === null) return;
  await recordEvent(tx, { kind: ROLLOVER_UNDONE, subject: ['ACADEMIC_YEAR', closed.id], changes: { year } });
}
