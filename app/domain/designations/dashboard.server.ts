import { DASHBOARD_DESIGNATIONS, DASHBOARD_SCHOOLS } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { OWN_SCHOOLS_SQL, ownSchoolsParam } from '#app/domain/designations/own-schools-sql.ts';
import { type SchoolDates, submissionDeadline } from '#app/domain/designations/submission-deadline.ts';
import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { DashboardList } from '#app/schemas/dashboard.ts';
import type { ActivityStatus, DecisionReason, DesignationStatus } from '#app/schemas/enums.ts';

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

export interface DashboardYear {
  readonly id: string;
  readonly year: number;
  readonly opensAt: string | null;
  readonly earlyDueAt: string | null;
  readonly dueAt: string | null;
  readonly correctionsDueAt: string | null;
}

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
    findActiveYear(ctx).then(async (year) => ({ year, rows: await listSchools(ctx, actor, year) })),
    listOwnDesignations(ctx, actor),
  ]);
  const designating = year === null ? [] : rows.filter((row) => row.status === 'ACTIVE');
  const lists = {
    unstarted: designating.filter((row) => row.designation_status === null),
    started: designating.filter(
      ({ designation_status: status }) => status === 'STARTED' || status === 'RETURNED',
    ),
    pending: designating.filter((row) => row.designation_status === 'PENDING'),
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

interface YearRow {
  id: string;
  year: number;
  opens_at: string | null;
  early_due_at: string | null;
  due_at: string | null;
  corrections_due_at: string | null;
}

async function findActiveYear(ctx: Ctx): Promise<DashboardYear | null> {
  const [row] = await ctx.em.execute<YearRow[]>(
    `select id, year, opens_at, early_due_at, due_at, corrections_due_at from academic_year where status = 'ACTIVE'`,
  );
  if (row === undefined) return null;
  return {
    id: row.id,
    year: row.year,
    opensAt: toIsoOrNull(row.opens_at),
    earlyDueAt: toIsoOrNull(row.early_due_at),
    dueAt: toIsoOrNull(row.due_at),
    correctionsDueAt: toIsoOrNull(row.corrections_due_at),
  };
}

interface SchoolRow {
  id: string;
  name: string;
  status: ActivityStatus;
  designation_status: DesignationStatus | null;
  reasons: DecisionReason[] | null;
  note: string | null;
  extended_due_at: string | null;
}

async function listSchools(ctx: Ctx, actor: UserActor, year: DashboardYear | null): Promise<SchoolRow[]> {
  if (actor.highSchoolIds.length === 0) return [];
  return ctx.em.execute<SchoolRow[]>(
    `with ${OWN_SCHOOLS_SQL}
     select own.id, own.name, h.status, d.status as designation_status, d.reasons, d.note, x.due_at as extended_due_at
       from own join high_school h on h.id = own.id
       left join designation d on d.high_school_id = own.id and d.academic_year_id = ?
       left join deadline_extension x on x.high_school_id = own.id and x.academic_year_id = ?
      order by own.place`,
    [ownSchoolsParam(actor.highSchoolIds), year?.id ?? null, year?.id ?? null],
  );
}

interface DesignationRow {
  id: string;
  high_school_name: string;
  year: number;
  updated_at: string;
  status: DesignationStatus;
  total: string;
}

async function listOwnDesignations(ctx: Ctx, actor: UserActor): Promise<DesignationRow[]> {
  if (actor.highSchoolIds.length === 0) return [];
  return ctx.em.execute<DesignationRow[]>(
    `with ${OWN_SCHOOLS_SQL}
     select d.id, d.name as high_school_name, y.year, d.updated_at, d.status,
            (select count(*) from own join designation d on d.high_school_id = own.id) as total
       from (select id, year from academic_year order by year desc) y
      cross join lateral (
        select d.id, own.name, own.place, d.updated_at, d.status
          from own join designation d on d.high_school_id = own.id
         where d.academic_year_id = y.id
         order by own.place limit ?) d
      order by y.year desc, d.place limit ?`,
    [ownSchoolsParam(actor.highSchoolIds), DASHBOARD_DESIGNATIONS, DASHBOARD_DESIGNATIONS],
  );
}

function designationOf(row: DesignationRow): DashboardDesignation {
  return {
    id: row.id,
    highSchoolName: row.high_school_name,
    year: row.year,
    updatedAt: toIso(row.updated_at),
    status: row.status,
  };
}

function schoolOf(row: SchoolRow, year: DashboardYear | null): DashboardSchool {
  const dates: SchoolDates = {
    dueAt: year?.dueAt ?? null,
    correctionsDueAt: year?.correctionsDueAt ?? null,
    extendedDueAt: toIsoOrNull(row.extended_due_at),
  };
  return { highSchoolId: row.id, name: row.name, dueAt: submissionDeadline(row.designation_status, dates) };
}

function startedSchoolOf(row: SchoolRow, year: DashboardYear | null): StartedSchool {
  return {
    ...schoolOf(row, year),
    returned: row.designation_status === 'RETURNED',
    reasons: row.reasons ?? [],
    note: row.note,
  };
}
