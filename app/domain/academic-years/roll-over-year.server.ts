import { createHash, randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow, acquireLock } from '#app/domain/lock-queries.server.ts';
import { VersionConflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type AcademicYearResponse, AcademicYearResponseSchema } from '#app/schemas/academic-year.ts';
import type { RolloverChecks, RolloverEvent, RolloverReport } from '#app/schemas/rollover.ts';
import { YEAR_DATE_NAMES, type YearDateName } from '#app/schemas/year-fields.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { withinLimits } from '#db/work-limits.server.ts';
import {
  countRolloverChecks,
  listBouncedAccounts,
  listSchoolsWithoutStaff,
  shiftYearDates,
} from './academic-year-queries.server.ts';
import { deactivateYears, setYearStatus } from './change-academic-year.server.ts';
import { addYear } from './create-academic-year.server.ts';

export interface Rollover {
  /** The number of the year to begin. */
  readonly year: number;
  /** Returns what would happen without changing anything. */
  readonly isDryRun?: boolean;
  /** The plan from the dry run that was displayed. If it's outdated, a VersionConflict is thrown. */
  readonly plan?: string;
}

export const ROLLED_OVER = 'academicYear.rolledOver';

/**
 * Begins a year and closes the active one. Copies its dates and reminder rules unless the new year has some.
 * Records events on both. Does nothing if this or a later year is active. A dry run is rolled back.
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {VersionConflict} when the outcome would differ from `plan`
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

/** Errors roll back the whole rollover. */
async function rollOverAsShown(tx: Ctx, { year, plan }: Rollover): Promise<RolloverReport> {
  const report = await rollOver(tx, year);
  if (plan !== undefined && report.outcome === 'DONE' && report.plan !== plan) throw new VersionConflict();
  return report;
}

async function rollOver(opened: Ctx, year: number): Promise<RolloverReport> {
  await acquireLock(opened, 'academicYears');
  const tx = await reloadActor(opened, 'academicYear.manage');
  const activeYear = await lockRow(tx, AcademicYearEntity, { status: 'ACTIVE' }, 'update');
  const closed = activeYear && AcademicYearResponseSchema.parse(activeYear);
  const checks = await readRolloverChecks(tx, closed);
  if (closed !== null && closed.year >= year) {
    const nothing = { closed: null, isNew: false, dates: 'NONE', reminderRules: 0 } as const;
    const unchanged = { active: closed, ...nothing };
    return { outcome: 'ALREADY', ...unchanged, plan: planOf(unchanged), checks };
  }
  const existing = await lockRow(tx, AcademicYearEntity, { year }, 'update');
  const hasOwnDates = existing !== null && hasDates(existing);
  const begun = existing ?? addYear(tx, { year, status: 'INACTIVE' });
  await deactivateYears(tx);
  setYearStatus(tx, begun, 'ACTIVE');
  if (closed !== null && !hasOwnDates) await copyDates(tx, { from: closed, to: begun });
  const reminderRules = closed === null ? 0 : await copyReminderRules(tx, { from: closed, to: begun });
  const event: RolloverEvent = { closedId: closed?.id ?? null, isNew: existing === null };
  recordEvent(tx, ROLLED_OVER, ['ACADEMIC_YEAR', begun.id], { ...event });
  await tx.em.flush();
  const begunYear = AcademicYearResponseSchema.parse(begun);
  const done = {
    active: begunYear,
    closed,
    isNew: event.isNew,
    dates: hasOwnDates ? 'OWN' : hasDates(begunYear) ? 'COPIED' : 'NONE',
    reminderRules,
  } as const;
  return { outcome: 'DONE', ...done, plan: planOf(done), checks };
}

/** Returns the same text for rollovers with the same effect, ignoring generated ids and change times. */
function planOf(done: Omit<RolloverReport, 'outcome' | 'plan' | 'checks'>): string {
  const { active, closed, isNew, reminderRules } = done;
  const parts = [active.year, YEAR_DATE_NAMES.map((name) => active[name]), closed?.id, isNew, reminderRules];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function hasDates(year: Readonly<Record<YearDateName, unknown>>): boolean {
  return YEAR_DATE_NAMES.some((name) => year[name] !== null);
}

interface Copy {
  readonly from: AcademicYearResponse;
  readonly to: AcademicYear;
}

async function copyDates(tx: Ctx, { from, to }: Copy): Promise<void> {
  const { timeZone } = tx.settings;
  tx.em.assign(to, await shiftYearDates(tx, { fromId: from.id, year: to.year, timeZone }));
}

async function copyReminderRules(tx: Ctx, { from, to }: Copy): Promise<number> {
  const rules = await tx.em.find(ReminderRuleEntity, { academicYear: { $in: [from.id, to.id] } });
  if (rules.some(({ academicYear }) => academicYear.id === to.id)) return 0;
  const now = tx.now();
  for (const { template, daysBefore, positions, states, isAutomatic } of rules) {
    tx.em.create(ReminderRuleEntity, {
      ...{ id: randomUUID(), academicYear: to, template, daysBefore, positions, states, isAutomatic },
      ...{ createdAt: now, updatedAt: now },
    });
  }
  return rules.length;
}

/** Maximum number of names that a check lists; the others are only counted. */
const SHOWN_MAX = 20;

/**
 * Returns what to know before closing the year; null if none would be closed. The caller checks permission.
 */
export async function readRolloverChecks(
  ctx: Ctx,
  closed: AcademicYearResponse | null,
): Promise<RolloverChecks> {
  const counts = await countRolloverChecks(ctx, closed?.id ?? null);
  const schools = await listSchoolsWithoutStaff(ctx, SHOWN_MAX);
  const addresses = await listBouncedAccounts(ctx, SHOWN_MAX);
  const dueAt = closed?.dueAt ?? null;
  return {
    dueAhead: dueAt !== null && Date.parse(dueAt) > ctx.now().getTime() ? dueAt : null,
    openDesignations: { STARTED: counts.started, PENDING: counts.pending, RETURNED: counts.returned },
    schoolsWithoutStaff: { total: counts.withoutStaff, shown: schools },
    bouncedAddresses: { total: counts.bounced, shown: addresses },
  };
}

/** Counts a year's designations that aren't approved or rejected. The caller has checked the permission. */
export async function countUndecided(ctx: Ctx, yearId: string | null): Promise<number> {
  const undecided = { $in: ['STARTED', 'PENDING', 'RETURNED'] } as const;
  return ctx.em.count(DesignationEntity, { academicYear: yearId, status: undecided });
}
