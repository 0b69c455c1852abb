import { createHash, randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Stale } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import type { RolloverReport } from '#app/schemas/rollover.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { withinLimits } from '#db/work-limits.server.ts';
import { deactivateYears, lockYears } from './activate-year.server.ts';
import { findActiveYear, findYearOfNumber, getAcademicYear } from './read-academic-years.server.ts';
import { readRolloverChecks } from './rollover-checks.server.ts';
import { YEAR_DATE_NAMES } from './year-dates.ts';

export interface Rollover {
  /** The number of the year to begin. */
  readonly year: number;
  /** Tells what would be done, and does nothing. */
  readonly isDryRun?: boolean;
  /** The plan of the dry run that was shown: where something else would be done by now, it is Stale and nothing is done. */
  readonly plan?: string;
}

/** What a later undoing has to know; stands in the event. */
export interface RolloverEvent {
  readonly closedId: string | null;
  readonly isNew: boolean;
}
export const ROLLED_OVER = 'academicYear.rolledOver';

/**
 * Begins a year and closes the active one, copying its dates and reminder rules where the new one has none; events on
 * both. Does nothing if the year or a later one is active. A dry run does all of it, then rolls back.
 * @throws {Forbidden} unless the actor is an administrator
 * @throws {Stale} where the outcome would differ from `plan`
 */
export async function rollOverYear(ctx: Ctx, rollover: Rollover): Promise<RolloverReport> {
  authorize(ctx.actor, 'academicYear.manage');
  return withinLimits('rollover', () =>
    rollover.isDryRun === true
      ? tryRollover(ctx, rollover)
      : inTransaction(ctx, (tx) => rollOverAsShown(tx, rollover)),
  );
}

async function tryRollover(ctx: Ctx, rollover: Rollover): Promise<RolloverReport> {
  const em = ctx.em.fork();
  await em.begin();
  try {
    return await rollOver({ ...ctx, em }, rollover.year);
  } finally {
    await em.rollback();
  }
}

/** What throws takes back all that was done. */
async function rollOverAsShown(tx: Ctx, { year, plan }: Rollover): Promise<RolloverReport> {
  const report = await rollOver(tx, year);
  if (plan !== undefined && report.outcome === 'DONE' && report.plan !== plan) throw new Stale();
  return report;
}

async function rollOver(opened: Ctx, year: number): Promise<RolloverReport> {
  await lockYears(opened);
  const tx = await reloadActor(opened, 'academicYear.manage');
  const closed = await findActiveYear(tx);
  const checks = await readRolloverChecks(tx, closed);
  if (closed !== null && closed.year >= year) {
    const nothing = { closed: null, isNew: false, dates: 'NONE', reminderRules: 0 } as const;
    return {
      outcome: 'ALREADY',
      active: closed,
      ...nothing,
      plan: planOf({ active: closed, ...nothing }),
      checks,
    };
  }
  const existing = await findYearOfNumber(tx, year);
  const id = existing?.id ?? (await addYear(tx, year));
  await deactivateYears(tx);
  await activateYear(tx, id, existing);
  if (closed !== null) await copyDates(tx, { from: closed, toId: id });
  const reminderRules = closed === null ? 0 : await copyReminderRules(tx, { from: closed, toId: id });
  const event: RolloverEvent = { closedId: closed?.id ?? null, isNew: existing === null };
  await recordEvent(tx, { kind: ROLLED_OVER, subject: ['ACADEMIC_YEAR', id], changes: { ...event } });
  const active = await getAcademicYear(tx, id);
  const done = {
    active,
    closed,
    isNew: event.isNew,
    dates: hasDates(existing) ? 'OWN' : hasDates(active) ? 'COPIED' : 'NONE',
    reminderRules,
  } as const;
  return { outcome: 'DONE', ...done, plan: planOf(done), checks };
}

/** The same for rollovers that do the same; ids that they make and times of changes do not count. */
function planOf(done: Omit<RolloverReport, 'outcome' | 'plan' | 'checks'>): string {
  const { active, closed, isNew, reminderRules } = done;
  const parts = [active.year, YEAR_DATE_NAMES.map((name) => active[name]), closed?.id, isNew, reminderRules];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function hasDates(year: AcademicYearAnswer | null): boolean {
  return year !== null && YEAR_DATE_NAMES.some((name) => year[name] !== null);
}

async function addYear(tx: AuthorizedCtx, year: number): Promise<string> {
  const id = randomUUID();
  const now = tx.now();
  await tx.em.insert(AcademicYearEntity, { id, year, status: 'INACTIVE', createdAt: now, updatedAt: now });
  await recordEvent(tx, {
    kind: 'academicYear.created',
    subject: ['ACADEMIC_YEAR', id],
    changes: { year: { from: null, to: year }, status: { from: null, to: 'INACTIVE' } },
  });
  return id;
}

async function activateYear(
  tx: AuthorizedCtx,
  id: string,
  existing: AcademicYearAnswer | null,
): Promise<void> {
  await tx.em.nativeUpdate(AcademicYearEntity, { id }, { status: 'ACTIVE', updatedAt: tx.now() });
  await recordEvent(tx, {
    kind: 'academicYear.changed',
    subject: ['ACADEMIC_YEAR', id],
    changes: { status: { from: existing?.status ?? 'INACTIVE', to: 'ACTIVE' } },
  });
}

interface Copy {
  readonly from: AcademicYearAnswer;
  readonly toId: string;
}

/**
 * PostgreSQL shifts them by the calendar of the time zone: midnight stays midnight, and the 29th of February becomes the 28th. What
 * would lie beyond 2999, where no date of this product does, is left out.
 */
async function copyDates(tx: Ctx, { from, toId }: Copy): Promise<void> {
  const zone = tx.settings.timeZone;
  const onward = (column: string) =>
    `((f.${column} at time zone ?) + make_interval(years => t.year - f.year)) at time zone ?`;
  const shifted = (column: string) =>
    `case when ${onward(column)} < timestamptz '3000-01-01T00:00:00Z' then ${onward(column)} end`;
  await tx.em.execute(
    `update academic_year t
        set opens_at = ${shifted('opens_at')}, early_due_at = ${shifted('early_due_at')},
            due_at = ${shifted('due_at')}, corrections_due_at = ${shifted('corrections_due_at')}
       from academic_year f
      where t.id = ? and f.id = ?
        and num_nonnulls(t.opens_at, t.early_due_at, t.due_at, t.corrections_due_at) = 0`,
    [...Array<string>(16).fill(zone), toId, from.id],
  );
}

async function copyReminderRules(tx: Ctx, { from, toId }: Copy): Promise<number> {
  const now = tx.now();
  const copied = await tx.em.execute<unknown[]>(
    `insert into reminder_rule (id, academic_year_id, template_id, days_before, positions, states, is_automatic,
                                created_at, updated_at)
     select gen_random_uuid(), ?, r.template_id, r.days_before, r.positions, r.states, r.is_automatic, ?, ?
       from reminder_rule r
      where r.academic_year_id = ? and not exists (select 1 from reminder_rule where academic_year_id = ?)
     returning id`,
    [toId, now, now, from.id, toId],
  );
  return copied.length;
}
