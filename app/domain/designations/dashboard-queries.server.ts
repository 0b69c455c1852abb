import type { Ctx } from '#app/domain/ctx.server.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';
import type { Designation } from '#db/entities/designation.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import type { UserAccount } from '#db/entities/user-account.ts';

type Connection = Pick<Ctx, 'em'>;

/** A school on the dashboard with its designation for the year, if any. */
export interface DashboardSchoolRow extends Pick<HighSchool, 'id' | 'name' | 'status'> {
  readonly designationId: Designation['id'] | null;
  readonly designationStatus: Designation['status'] | null;
  readonly reasons: Designation['reasons'] | null;
  readonly note: DesignationAnswer['note'];
  readonly extendedDueAt: string | null;
  readonly classSize: DesignationAnswer['classSize'];
  /** Null without a designation. */
  readonly submittedById: UserAccount['id'] | null;
  readonly hasAcceptedTerms: boolean;
  /** Students with all required values; null unless the school is still working on its designation. */
  readonly completeStudents: number | null;
}

/**
 * A CTE with the actor's schools and their positions from A to Z; its parameter is `arrayOf`'s.
 * Materialized, because PostgreSQL may otherwise read all schools for each of their designations.
 */
const OWN_SCHOOLS = `own as materialized (
    select h.id, h.name, row_number() over (order by h.name collate "und-x-icu", h.id) as position
      from high_school h where h.id = any(?::uuid[]))`;

/** Returns ids as one array parameter, because PostgreSQL parses hundreds of separate ones slowly. */
function arrayOf(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

/** Returns these schools from A to Z with their designations for a year; none without a year. */
export function readDashboardSchools(
  { em }: Connection,
  { highSchoolIds, yearId }: { readonly highSchoolIds: readonly string[]; readonly yearId: string | null },
): Promise<DashboardSchoolRow[]> {
  return em.execute<DashboardSchoolRow[]>(
    `with ${OWN_SCHOOLS}
     select own.id, own.name, h.status, d.id as "designationId", d.status as "designationStatus", d.reasons, d.note, x.due_at as "extendedDueAt",
            d.class_size as "classSize", d.submitted_by_id as "submittedById",
            d.accepted_terms_at is not null as "hasAcceptedTerms",
            case when d.status in ('STARTED', 'RETURNED') then (
              select count(*)::int from student s
               where s.designation_id = d.id and s.date_of_birth is not null
                 and '' not in (s.first, s.last, s.phone, s.email,
                                s.address_address1, s.address_city, s.address_state, s.address_zip5))
            end as "completeStudents"
       from own join high_school h on h.id = own.id
       left join designation d on d.high_school_id = own.id and d.academic_year_id = ?
       left join deadline_extension x on x.high_school_id = own.id and x.academic_year_id = ?
      order by own.position`,
    [arrayOf(highSchoolIds), yearId, yearId],
  );
}

export interface DashboardDesignationRow
  extends Pick<Designation, 'id' | 'status'>, Pick<AcademicYear, 'year'> {
  readonly highSchoolName: HighSchool['name'];
  readonly updatedAt: string;
  /** Total number of rows, as PostgreSQL's text. */
  readonly total: string;
}

/** Returns these schools' newest designations, newest year first, then A to Z, at most `limit`. */
export function readDashboardDesignations(
  { em }: Connection,
  { highSchoolIds, limit }: { readonly highSchoolIds: readonly string[]; readonly limit: number },
): Promise<DashboardDesignationRow[]> {
  return em.execute<DashboardDesignationRow[]>(
    `with ${OWN_SCHOOLS}
     select d.id, d.name as "highSchoolName", y.year, d.updated_at as "updatedAt", d.status,
            (select count(*) from own join designation d on d.high_school_id = own.id) as total
       from (select id, year from academic_year order by year desc) y
      cross join lateral (
        select d.id, own.name, own.position, d.updated_at, d.status
          from own join designation d on d.high_school_id = own.id
         where d.academic_year_id = y.id
         order by own.position limit ?) d
      order by y.year desc, d.position limit ?`,
    [arrayOf(highSchoolIds), limit, limit],
  );
}

export interface PastDesignationRow extends Pick<Designation, 'id'>, Pick<AcademicYear, 'year'> {
  readonly yearId: AcademicYear['id'];
  readonly highSchoolName: HighSchool['name'];
  /** Number of designations of these schools in the year. */
  readonly total: number;
}

/**
 * Returns the schools' designations of the latest `years` years, newest first, then A to Z, at most `perYear`
 * per year. `offset 0` makes PostgreSQL find the years first instead of reading whole years.
 */
export function readPastDesignations(
  { em }: Connection,
  given: { readonly highSchoolIds: readonly string[]; readonly years: number; readonly perYear: number },
): Promise<PastDesignationRow[]> {
  return em.execute<PastDesignationRow[]>(
    `with ${OWN_SCHOOLS},
          newest as materialized (
       select y.id, y.year from academic_year y
        where exists(
          select from own cross join lateral (
            select from designation d where d.high_school_id = own.id and d.academic_year_id = y.id offset 0) held)
        order by y.year desc limit ?)
     select d.id, y.id as "yearId", y.year, named.name as "highSchoolName", named.total
       from newest y
      cross join lateral (
        select own.id, own.name, own.position, count(*) over ()::int as total
          from own join designation d on d.high_school_id = own.id
         where d.academic_year_id = y.id
         order by own.position limit ?) named
       join designation d on d.high_school_id = named.id and d.academic_year_id = y.id
      order by y.year desc, named.position`,
    [arrayOf(given.highSchoolIds), given.years, given.perYear],
  );
}
