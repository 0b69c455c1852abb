import { createHash, randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow, takeLock } from '#app/domain/lock-queries.server.ts';
import { VersionConflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type AcademicYearAnswer, AcademicYearAnswerSchema } from '#app/schemas/academic-year.ts';
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
  /** Tells what would be done, and does nothing. */
  readonly isDryRun?: boolean;
  /** The plan of the dry run that was shown. If it is outdated, a VersionConflict is thrown. */
  readonly plan?: string;
}

export const ROLLED_OVER = 'academicYear.rolledOver';

/**
 * Begins a year and closes the active one, copying its dates and reminder rules where the new one has none; events on
 * both. Does nothing if the year or a later one is active. A dry run does all of it, then rolls back.
 * @throws {Forbidden} unless the actor is an administrator
 * @throws {VersionConflict} where the outcome would differ from `plan`
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
  if (plan !== undefined && report.outcome === 'DONE' && report.plan !== plan) throw new VersionConflict();
  return report;
}

async function rollOver(opened: Ctx, year: number): Promise<RolloverReport> {
  await takeLock(opened, 'academicYears');
  const tx = await reloadActor(opened, 'academicYear.manage');
  const activeYear = await lockRow(tx, AcademicYearEntity, { status: 'ACTIVE' }, 'update');
  const closed = activeYear && AcademicYearAnswerSchema.parse(activeYear);
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
  recordEvent(tx, { kind: ROLLED_OVER, subject: ['ACADEMIC_YEAR', begun.id], changes: { ...event } });
  await tx.em.flush();
  const begunYear = AcademicYearAnswerSchema.parse(begun);
  const done = {
    active: begunYear,
    closed,
    isNew: event.isNew,
    dates: hasOwnDates ? 'OWN' : hasDates(begunYear) ? 'COPIED' : 'NONE',
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

function hasDates(year: Readonly<Record<YearDateName, unknown>>): boolean {
  return YEAR_DATE_NAMES.some((name) => year[name] !== null);
}

interface Copy {
  readonly from: AcademicYearAnswer;
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

/** Names that a check shows; the rest is counted. */
const SHOWN_MAX = 20;

/**
 * What an administrator should know before a year is closed; null where none will be. The caller has asked permission.
 */
export async function readRolloverChecks(
  ctx: Ctx,
  closed: AcademicYearAnswer | null,
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

/** How many designations of a year are neither approved nor rejected; the caller has asked permission. */
export async function countUndecided(ctx: Ctx, yearId: string | null): Promise<number> {
  const undecided = { $in: ['STARTED', 'PENDING', 'RETURNED'] } as const;
  return ctx.em.count(DesignationEntity, { academicYear: yearId, status: undecided });
}
