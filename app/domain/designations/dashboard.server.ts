import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { DASHBOARD_DESIGNATIONS, DASHBOARD_SCHOOLS } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  type DashboardDesignationRow,
  type DashboardSchoolRow,
  readDashboardDesignations,
  readDashboardSchools,
} from '#app/domain/designations/dashboard-queries.server.ts';
import { type SchoolDates, submissionDeadline } from '#app/domain/designations/submission-deadline.ts';
import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import type { DashboardList } from '#app/schemas/dashboard.ts';
import type { DecisionReason, DesignationStatus } from '#app/schemas/enums.ts';
import type { YearDateName } from '#app/schemas/year-fields.ts';

/** An ACTIVE school of the user in the year being designated. */
export interface DashboardSchool {
  readonly highSchoolId: string;
  readonly name: string;
  /** Until when this school may submit, ISO 8601 in UTC; null where no date binds. */
  readonly dueAt: string | null;
}

/** STARTED, or RETURNED with what the reviewer said. */
export interface StartedSchool extends DashboardSchool {
  readonly returned: boolean;
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
}

export type DashboardYear = Pick<AcademicYearAnswer, 'id' | 'year' | YearDateName>;

export interface DashboardDesignation {
  readonly id: string;
  readonly highSchoolName: string;
  readonly year: number;
  readonly updatedAt: string;
  readonly status: DesignationStatus;
}

export interface Dashboard {
  /** The active year; null when none is, and then the three lists are empty. */
  readonly year: DashboardYear | null;
  /** The names of all schools of the user, A to Z, inactive ones too. */
  readonly schoolNames: readonly string[];
  /** Each of the three lists A to Z, and only its first schools unless it is the one asked for whole. */
  readonly unstarted: readonly DashboardSchool[];
  readonly started: readonly StartedSchool[];
  readonly pending: readonly DashboardSchool[];
  /** How many schools each of the three lists has in all. */
  readonly totals: Readonly<Record<DashboardList, number>>;
  /** The newest designations of the user's schools, newest year first, then A to Z. */
  readonly allDesignations: readonly DashboardDesignation[];
  /** How many there are in all. */
  readonly designationCount: number;
}

/**
 * The signed-in user's dashboard (specification, section 2), in three statements however many schools there are, side by
 * side where they do not need one another.
 *
 * @param input.whole the list that is wanted with all its schools
 */
export async function dashboardOf(
  ctx: Ctx,
  { whole = null }: { whole?: DashboardList | null } = {},
): Promise<Dashboard> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Unauthorized();
  const [{ year, rows }, designations] = await Promise.all([
    findActiveYear(ctx).then(async (year) => ({ year, rows: await schoolsOf(ctx, actor, year) })),
    designationsOf(ctx, actor),
  ]);
  const designating = year === null ? [] : rows.filter((row) => row.status === 'ACTIVE');
  const lists = {
    unstarted: designating.filter((row) => row.designationStatus === null),
    started: designating.filter(
      ({ designationStatus: status }) => status === 'STARTED' || status === 'RETURNED',
    ),
    pending: designating.filter((row) => row.designationStatus === 'PENDING'),
  };
  const shown = (list: DashboardList) =>
    list === whole ? lists[list] : lists[list].slice(0, DASHBOARD_SCHOOLS);
  return {
    year,
    schoolNames: rows.map(({ name }) => name),
    unstarted: shown('unstarted').map((row) => schoolOf(row, year)),
    started: shown('started').map((row) => startedSchoolOf(row, year)),
    pending: shown('pending').map((row) => schoolOf(row, year)),
    totals: {
      unstarted: lists.unstarted.length,
      started: lists.started.length,
      pending: lists.pending.length,
    },
    allDesignations: designations.map(designationOf),
    designationCount: Number(designations[0]?.total ?? 0),
  };
}

async function schoolsOf(ctx: Ctx, { highSchoolIds }: UserActor, year: DashboardYear | null) {
  if (highSchoolIds.length === 0) return [];
  return readDashboardSchools(ctx, { highSchoolIds, yearId: year?.id ?? null });
}

async function designationsOf(ctx: Ctx, { highSchoolIds }: UserActor) {
  if (highSchoolIds.length === 0) return [];
  return readDashboardDesignations(ctx, { highSchoolIds, limit: DASHBOARD_DESIGNATIONS });
}

function designationOf({
  total: _,
  updatedAt,
  ...designation
}: DashboardDesignationRow): DashboardDesignation {
  return { ...designation, updatedAt: toIso(updatedAt) };
}

function schoolOf(row: DashboardSchoolRow, year: DashboardYear | null): DashboardSchool {
  const dates: SchoolDates = {
    dueAt: year?.dueAt ?? null,
    correctionsDueAt: year?.correctionsDueAt ?? null,
    extendedDueAt: toIsoOrNull(row.extendedDueAt),
  };
  return { highSchoolId: row.id, name: row.name, dueAt: submissionDeadline(row.designationStatus, dates) };
}

function startedSchoolOf(row: DashboardSchoolRow, year: DashboardYear | null): StartedSchool {
  return {
    ...schoolOf(row, year),
    returned: row.designationStatus === 'RETURNED',
    reasons: row.reasons ?? [],
    note: row.note,
  };
}
