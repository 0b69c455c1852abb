import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Page, pageClause } from '#app/domain/listing.ts';
import { allOf, rawSql, snakeCase, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryOne } from '#app/domain/sql-queries.server.ts';
import { ADDRESS_FIELD_LIST } from '#app/schemas/address-fields.ts';
import { type ReminderState, SCHOOL_STATES, type SchoolState } from '#app/schemas/enums.ts';
import {
  type OfficeCounts,
  type OutstandingSchool,
  OutstandingSchoolSchema,
  type SchoolProgress,
  SchoolProgressSchema,
} from '#app/schemas/home-screens.ts';
import { STUDENT_TEXT_LIST } from '#app/schemas/student-fields.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';
import type { DeadlineExtension } from '#db/entities/deadline-extension.ts';
import type { Designation } from '#db/entities/designation.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import type { UserAccount } from '#db/entities/user-account.ts';
import type { StoredFields } from '#db/stored-fields.ts';

/** Statuses in which a designation's students count: submitted and not rejected, even while being corrected. */
const SUBMITTED_STATUSES = sql`('PENDING', 'RETURNED', 'APPROVED')`;

/** The number of a school's staff with an account that isn't deleted, and their last sign-in. */
const peopleOf = (school: SqlFragment) => sql`(
  select count(*)::int as staff, max(u.last_signed_in_at) as last_signed_in_at
    from high_school_staff f join user_account u on u.id = f.user_id
   where f.high_school_id = ${school} and not u.flags @> '{DELETED}') people`;

/** Counts the work that waits for the office. */
export function readOfficeCounts(ctx: Connection): Promise<OfficeCounts> {
  return queryOne<OfficeCounts>(ctx)`
     with pending as (
       select d.id from designation d join academic_year y on y.id = d.academic_year_id
        where y.status = 'ACTIVE' and d.status = 'PENDING')
     select (select count(*)::int from pending) as "toReview",
            (select count(*)::int from pending join returned_contents r on r.designation_id = pending.id)
              as "resubmitted",
            (select count(*)::int from email_delivery where status = 'AWAITING_APPROVAL') as "emailsToApprove",
            (select count(*)::int from bounced_address) as "bouncedAddresses"`;
}

/** Counts ACTIVE schools by state. States without schools are omitted. */
export function countSchoolStates(
  ctx: Connection,
  yearId: string,
): Promise<{ state: SchoolState; schools: number }[]> {
  return query<{ state: SchoolState; schools: number }>(ctx)`
     select coalesce(d.status, 'NOT_STARTED') as state, count(*)::int as schools
       from high_school h left join designation d on d.high_school_id = h.id and d.academic_year_id = ${yearId}
      where h.status = 'ACTIVE' group by 1`;
}

export interface SubmissionDay {
  readonly yearId: AcademicYear['id'];
  /** Day in the installation's time zone, YYYY-MM-DD; null for designations without a submission event. */
  readonly day: string | null;
  readonly designations: number;
  /** Students in designations that are now PENDING, RETURNED, or APPROVED; 0 in years whose students aren't counted. */
  readonly students: number;
}

/** Returns when designations of these years were first submitted, according to their events. */
export async function listSubmissionDays(
  ctx: Pick<Ctx, 'em' | 'settings'>,
  {
    yearIds,
    countedYearIds,
  }: { readonly yearIds: readonly string[]; readonly countedYearIds: readonly string[] },
): Promise<SubmissionDay[]> {
  return query<SubmissionDay>(ctx)`
     select "yearId", day::text, count(*)::int as designations, coalesce(sum(students), 0)::int as students
       from (select d.academic_year_id as "yearId",
                    (select (min(e.at) at time zone ${ctx.settings.timeZone})::date from event e
                      where e.subject_id = d.id and e.kind = 'designation.submitted') as day,
                    case when d.status in ${SUBMITTED_STATUSES} and d.academic_year_id in (${countedYearIds})
                         then (select count(*) from student s where s.designation_id = d.id) end as students
               from designation d where d.academic_year_id in (${yearIds})) first
      group by "yearId", first.day order by "yearId", first.day`;
}

/** Snoozed schools are last, in the order in which they return. */
const ORDER = sql`"snoozedUntil" nulls first, "lastYearStudents" desc, name collate "und-x-icu", id`;

/** SQL: the day until when a school `h` is snoozed; null if it isn't or has submitted since. */
const snoozedUntil = (today: string) => sql`(
  select z.until::text from school_snooze z
   where z.high_school_id = h.id and z.until > ${today}::date
     and not exists (select from event e
                      where e.subject_id = d.id and e.kind = 'designation.submitted' and e.at > z.created_at))`;

interface OutstandingSelection {
  readonly yearId: string;
  /** The previous year, if it exists. */
  readonly lastYearId: string | null;
  readonly states: readonly ReminderState[];
  /** YYYY-MM-DD in the installation's time zone. */
  readonly today: string;
  readonly page: Page;
}

/** Returns a page of the outstanding schools of a year in these states. */
export async function listOutstandingSchools(
  ctx: Connection,
  { yearId, lastYearId, states, today, page }: OutstandingSelection,
): Promise<OutstandingSchool[]> {
  const rows = await query<object>(ctx)`
     with outstanding as (
       select h.id, h.name, h.phone, coalesce(d.status, 'NOT_STARTED') as state,
              (select count(*)::int from designation l join student s on s.designation_id = l.id
                where l.high_school_id = h.id and l.academic_year_id = ${lastYearId} and l.status in ${SUBMITTED_STATUSES})
                as "lastYearStudents",
              (select x.due_at from deadline_extension x
                where x.high_school_id = h.id and x.academic_year_id = ${yearId}) as "extendedDueAt",
              ${snoozedUntil(today)} as "snoozedUntil"
         from ${outstandingSchoolsSql(yearId)} and coalesce(d.status, 'NOT_STARTED') in (${states})
        order by ${ORDER}${pageClause(page)})
     select outstanding.*, people.staff, people.last_signed_in_at as "lastSignedInAt", mail.sent as "lastEmail",
            call.made as "lastCall"
       from outstanding
      cross join lateral ${peopleOf(sql`outstanding.id`)}
       left join lateral (
        select jsonb_build_object('at', coalesce(m.sent_at, m.created_at), 'state', m.state) as sent from outbox_mail m
         where m.high_school_ids @> array[outstanding.id] order by m.created_at desc, m.id desc limit 1) mail on true
       left join lateral (
        select jsonb_build_object('at', n.created_at, 'text', split_part(n.text, E'\\n', 1)) as made from internal_note n
         where n.high_school_id = outstanding.id and n.kind = 'CALL'
         order by n.created_at desc, n.id desc limit 1) call on true
      order by ${ORDER}`;
  return OutstandingSchoolSchema.array().parse(rows);
}

/** Returns the progress of all ACTIVE schools, by state from NOT_STARTED on, then by name. */
export async function readSchoolProgress(ctx: Connection, yearId: string): Promise<SchoolProgress[]> {
  const rows = await query<object>(ctx)`
     select h.id, h.name, h.banner_code as "bannerCode", h.phone, coalesce(d.status, 'NOT_STARTED') as state,
            d.class_size as "classSize", d.updated_at as "updatedAt",
            (select count(*)::int from student s where s.designation_id = d.id) as students,
            people.staff, people.last_signed_in_at as "lastSignedInAt"
       from high_school h
       left join designation d on d.high_school_id = h.id and d.academic_year_id = ${yearId}
      cross join lateral ${peopleOf(sql`h.id`)}
      where h.status = 'ACTIVE'
      order by array_position(string_to_array(${SCHOOL_STATES.join(',')}, ','), coalesce(d.status, 'NOT_STARTED')), h.name collate "und-x-icu", h.id`;
  return SchoolProgressSchema.array().parse(rows);
}

/** Returns SQL for the ACTIVE schools `h` without a designation `d` in a year, or with one STARTED or RETURNED. */
export function outstandingSchoolsSql(yearId: string | null): SqlFragment {
  return sql`high_school h
  left join designation d on d.high_school_id = h.id and d.academic_year_id = ${yearId}
 where h.status = 'ACTIVE' and (d.id is null or d.status in ('STARTED', 'RETURNED'))`;
}

/** A school on the dashboard with its designation for the year, if any. */
export interface DesignatingSchool
  extends
    StoredFields<HighSchool, 'id' | 'name' | 'status'>,
    StoredFields<Designation, 'note' | 'classSize'> {
  readonly designationId: Designation['id'] | null;
  readonly designationStatus: Designation['status'] | null;
  readonly reasons: Designation['reasons'] | null;
  /** PostgreSQL's text, like `updatedAt` below. */
  readonly extendedDueAt: StoredFields<DeadlineExtension, 'dueAt'>['dueAt'] | null;
  /** Null without a designation. */
  readonly submittedById: UserAccount['id'] | null;
  readonly hasAcceptedTerms: boolean;
  /** Students with all required values; null unless the school is still working on its designation. */
  readonly completeStudents: number | null;
}

/** SQL: whether a school `h` is one of these. One parameter, because PostgreSQL parses hundreds of separate ids slowly. */
const isOneOf = (ids: readonly string[]) => sql`h.id = any(${`{${ids.join(',')}}`}::uuid[])`;

/**
 * A CTE with the actor's schools and their positions from A to Z. Materialized, because PostgreSQL may otherwise read all
 * schools for each of their designations.
 */
const ownSchools = (ids: readonly string[]) => sql`own as materialized (
    select h.id, h.name, row_number() over (order by h.name collate "und-x-icu", h.id) as position
      from high_school h where ${isOneOf(ids)})`;

/** The schools of the CTE from A to Z, so that a join with a limit reads only as many as it returns. */
const SORTED_SCHOOLS = sql`(select * from own order by position) own`;

/** SQL: whether a student `s` has all values that `neededTexts` returns. */
const HAS_NEEDED_TEXTS = allOf([
  ...STUDENT_TEXT_LIST.filter(([, { isNeeded }]) => isNeeded === true).map(([name, { kind }]) =>
    rawSql(`s.${snakeCase(name)} ${kind === 'date' ? 'is not null' : "<> ''"}`),
  ),
  ...ADDRESS_FIELD_LIST.filter(([, { isNeeded }]) => isNeeded === true).map(([name]) =>
    rawSql(`s.address_${snakeCase(name)} <> ''`),
  ),
]);

/** Returns these schools from A to Z with their designations for a year; none without a year. */
export function readDashboardSchools(
  ctx: Connection,
  { highSchoolIds, yearId }: { readonly highSchoolIds: readonly string[]; readonly yearId: string | null },
): Promise<DesignatingSchool[]> {
  return query<DesignatingSchool>(ctx)`
     select h.id, h.name, h.status, d.id as "designationId", d.status as "designationStatus", d.reasons, d.note, x.due_at as "extendedDueAt",
            d.class_size as "classSize", d.submitted_by_id as "submittedById",
            d.accepted_terms_at is not null as "hasAcceptedTerms",
            case when d.status in ('STARTED', 'RETURNED') then (
              select count(*)::int from student s
               where s.designation_id = d.id and ${HAS_NEEDED_TEXTS})
            end as "completeStudents"
       from high_school h
       left join designation d on d.high_school_id = h.id and d.academic_year_id = ${yearId}
       left join deadline_extension x on x.high_school_id = h.id and x.academic_year_id = ${yearId}
      where ${isOneOf(highSchoolIds)}
      order by h.name collate "und-x-icu", h.id`;
}

export interface DesignationOfSchools
  extends StoredFields<Designation, 'id' | 'status' | 'updatedAt'>, StoredFields<AcademicYear, 'year'> {
  readonly highSchoolName: HighSchool['name'];
  /** Total number of rows, as PostgreSQL's text. */
  readonly total: string;
}

/** Returns these schools' newest designations, newest year first, then A to Z, at most `limit`. */
export function readDashboardDesignations(
  ctx: Connection,
  { highSchoolIds, limit }: { readonly highSchoolIds: readonly string[]; readonly limit: number },
): Promise<DesignationOfSchools[]> {
  return query<DesignationOfSchools>(ctx)`
     with ${ownSchools(highSchoolIds)}
     select d.id, d.name as "highSchoolName", y.year, d.updated_at as "updatedAt", d.status,
            (select count(*) from own join designation d on d.high_school_id = own.id) as total
       from (select id, year from academic_year order by year desc) y
      cross join lateral (
        select d.id, own.name, own.position, d.updated_at, d.status
          from ${SORTED_SCHOOLS} join designation d on d.high_school_id = own.id
         where d.academic_year_id = y.id
         order by own.position limit ${limit}) d
      order by y.year desc, d.position limit ${limit}`;
}

export interface PastDesignation extends Pick<Designation, 'id'>, Pick<AcademicYear, 'year'> {
  readonly yearId: AcademicYear['id'];
  readonly highSchoolName: HighSchool['name'];
  /** Number of designations of these schools in the year. */
  readonly total: number;
}

/** Returns the schools' designations of the latest `years` years, newest first, then A to Z, at most `perYear` per year. */
export function readPastDesignations(
  ctx: Connection,
  given: { readonly highSchoolIds: readonly string[]; readonly years: number; readonly perYear: number },
): Promise<PastDesignation[]> {
  return query<PastDesignation>(ctx)`
     with ${ownSchools(given.highSchoolIds)},
          newest as materialized (
       select y.id, y.year, held.total
         from (select d.academic_year_id, count(*)::int as total from own join designation d on d.high_school_id = own.id
                group by d.academic_year_id) held
         join academic_year y on y.id = held.academic_year_id
        order by y.year desc limit ${given.years})
     select d.id, y.id as "yearId", y.year, d.name as "highSchoolName", y.total
       from newest y
      cross join lateral (
        select d.id, own.name, own.position
          from ${SORTED_SCHOOLS} join designation d on d.high_school_id = own.id
         where d.academic_year_id = y.id
         order by own.position limit ${given.perYear}) d
      order by y.year desc, d.position`;
}
