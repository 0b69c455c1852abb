import {
  DASHBOARD_DESIGNATIONS,
  DASHBOARD_RETURNED,
  DASHBOARD_SCHOOLS,
  PAST_DESIGNATION_YEARS,
  PAST_DESIGNATIONS_A_YEAR,
} from '#app/config/constants.ts';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  type DesignatingSchool,
  type PastDesignation,
  readDashboardDesignations,
  readDashboardSchools,
  readPastDesignations,
} from './home-queries.server.ts';
import { type SchoolDates, submissionDeadline } from '#app/domain/designations/submission-deadline.ts';
import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import type { AcademicYearResponse } from '#app/schemas/academic-year.ts';
import type {
  DashboardResponse,
  DashboardList,
  DashboardSchool,
  PendingSchool,
  ReturnedSchool,
  StartedSchool,
} from '#app/schemas/dashboard.ts';
import type { ShellResponse } from '#app/schemas/screen-responses.ts';

/** The user's schools and designations for the active `year`. Without an active year, the lists are empty. */
export type Dashboard = Pick<
  DashboardResponse,
  | 'year'
  | 'schoolNames'
  | DashboardList
  | 'totals'
  | 'returned'
  | 'returnedCount'
  | 'dueDates'
  | 'allDesignations'
  | 'designationCount'
>;

/**
 * Returns the signed-in user's dashboard (specification, section 2) in three statements, concurrently where
 * possible. `whole` is the list to return in full.
 * @throws {Unauthorized} without an account
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
  const returned = lists.started.filter((row) => row.designationStatus === 'RETURNED');
  const shown = (list: DashboardList) =>
    list === whole ? lists[list] : lists[list].slice(0, DASHBOARD_SCHOOLS);
  return {
    year,
    schoolNames: rows.map(({ name }) => name),
    unstarted: shown('unstarted').map((row) => schoolOf(row, year)),
    started: shown('started').map((row) => startedSchoolOf(row, year, actor.id)),
    pending: shown('pending').map((row) => pendingSchoolOf(row, year)),
    totals: {
      unstarted: lists.unstarted.length,
      started: lists.started.length,
      pending: lists.pending.length,
    },
    returned: returned.slice(0, DASHBOARD_RETURNED).map((row) => returnedSchoolOf(row, year)),
    returnedCount: returned.length,
    dueDates: dueDatesOf([...lists.unstarted, ...lists.started], year),
    allDesignations: designations.map(({ total: _, updatedAt, ...designation }) => ({
      ...designation,
      updatedAt: toIso(updatedAt),
    })),
    designationCount: Number(designations[0]?.total ?? 0),
  };
}

async function schoolsOf(ctx: Ctx, { highSchoolIds }: UserActor, year: AcademicYearResponse | null) {
  if (highSchoolIds.length === 0) return [];
  return readDashboardSchools(ctx, { highSchoolIds, yearId: year?.id ?? null });
}

async function designationsOf(ctx: Ctx, { highSchoolIds }: UserActor) {
  if (highSchoolIds.length === 0) return [];
  return readDashboardDesignations(ctx, { highSchoolIds, limit: DASHBOARD_DESIGNATIONS });
}

function schoolOf(row: DesignatingSchool, year: AcademicYearResponse | null): DashboardSchool {
  const dates: SchoolDates = {
    dueAt: year?.dueAt ?? null,
    correctionsDueAt: year?.correctionsDueAt ?? null,
    extendedDueAt: toIsoOrNull(row.extendedDueAt),
  };
  return { highSchoolId: row.id, name: row.name, dueAt: submissionDeadline(row.designationStatus, dates) };
}

function startedSchoolOf(
  row: DesignatingSchool,
  year: AcademicYearResponse | null,
  userId: string,
): StartedSchool {
  const needsConfirmation = row.designationStatus === 'STARTED' && row.submittedById !== userId;
  return {
    ...schoolOf(row, year),
    returned: row.designationStatus === 'RETURNED',
    mayContinue: row.hasAcceptedTerms && !needsConfirmation,
    progress:
      row.classSize === null
        ? null
        : { complete: row.completeStudents ?? 0, expected: designationSize(row.classSize) },
  };
}

function pendingSchoolOf(row: DesignatingSchool, year: AcademicYearResponse | null): PendingSchool {
  return { ...schoolOf(row, year), designationId: row.designationId ?? '' };
}

function returnedSchoolOf(row: DesignatingSchool, year: AcademicYearResponse | null): ReturnedSchool {
  return {
    ...pendingSchoolOf(row, year),
    reasons: row.reasons ?? [],
    note: row.note,
  };
}

/** Returns which due dates apply to schools that still have to submit. */
function dueDatesOf(
  rows: readonly DesignatingSchool[],
  year: AcademicYearResponse | null,
): Dashboard['dueDates'] {
  const ofYear = year?.dueAt ?? null;
  const isDueThen = (row: DesignatingSchool) =>
    row.designationStatus !== 'RETURNED' && schoolOf(row, year).dueAt === ofYear;
  return {
    ofYear: rows.some(isDueThen) ? ofYear : null,
    hasAny: rows.some((row) => schoolOf(row, year).dueAt !== null),
  };
}

/** Returns the menu's past designations: ten for each of the latest five years, newest first, then A to Z. */
export async function listPastDesignations(ctx: Ctx): Promise<ShellResponse['pastDesignations']> {
  if (ctx.actor.kind !== 'user' || ctx.actor.highSchoolIds.length === 0) return [];
  const rows = await readPastDesignations(ctx, {
    highSchoolIds: ctx.actor.highSchoolIds,
    years: PAST_DESIGNATION_YEARS,
    perYear: PAST_DESIGNATIONS_A_YEAR,
  });
  const years = new Map<number, PastDesignation[]>();
  for (const row of rows) years.set(row.year, [...(years.get(row.year) ?? []), row]);
  return [...years].map(([year, ofYear]) => ({
    id: ofYear[0]?.yearId ?? '',
    year,
    designations: ofYear.map(({ id, highSchoolName }) => ({ id, highSchoolName })),
    total: ofYear[0]?.total ?? 0,
  }));
}
