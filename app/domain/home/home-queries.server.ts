import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import type { Page } from '#app/domain/listing.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import { SCHOOL_STATES, type SchoolState } from '#app/schemas/enums.ts';
import type { AdminHomeAnswer, OfficeCounts } from '#app/schemas/home-screens.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';
import type { HighSchool } from '#db/entities/high-school.ts';

/** Statuses in which a designation's students count: submitted and not rejected, even while being corrected. */
const HANDED_IN = `('PENDING', 'RETURNED', 'APPROVED')`;

/** The number of a school's staff with an account that isn't deleted, and their last sign-in. */
const peopleOf = (school: string) => `(
  select count(*)::int as staff, max(u.last_signed_in_at) as last_signed_in_at
    from high_school_staff f join user_account u on u.id = f.user_id
   where f.high_school_id = ${school} and not u.flags @> '{DELETED}') people`;

/** Counts the work that waits for the office. */
export async function readOfficeCounts({ em }: Pick<Ctx, 'em'>): Promise<OfficeCounts> {
  const [counts] = await em.execute<[OfficeCounts]>(
    `with pending as (
       select d.id from designation d join academic_year y on y.id = d.academic_year_id
        where y.status = 'ACTIVE' and d.status = 'PENDING')
     select (select count(*)::int from pending) as "toReview",
            (select count(*)::int from pending join returned_contents r on r.designation_id = pending.id)
              as "resubmitted",
            (select count(*)::int from email_delivery where status = 'AWAITING_APPROVAL') as "emailsToApprove",
            (select count(*)::int from bounced_address) as "bouncedAddresses"`,
  );
  return counts;
}

/** Counts ACTIVE schools by state. States without schools are omitted. */
export async function countSchoolStates(
  { em }: Pick<Ctx, 'em'>,
  yearId: string,
): Promise<{ state: SchoolState; schools: number }[]> {
  return em.execute(
    `select coalesce(d.status, 'NOT_STARTED') as state, count(*)::int as schools
       from high_school h left join designation d on d.high_school_id = h.id and d.academic_year_id = ?
      where h.status = 'ACTIVE' group by 1`,
    [yearId],
  );
}

export interface SubmissionDay {
  readonly yearId: AcademicYear['id'];
  /** Day in the installation's time zone, YYYY-MM-DD; null for designations without a submission event. */
  readonly day: string | null;
  readonly designations: number;
  /** Students in designations that are now PENDING, RETURNED, or APPROVED. */
  readonly students: number;
}

/** Returns when designations of these years were first submitted, according to their events. */
export async function listSubmissionDays(
  { em, settings }: Pick<Ctx, 'em' | 'settings'>,
  yearIds: readonly string[],
): Promise<SubmissionDay[]> {
  return em.execute<SubmissionDay[]>(
    `select d.academic_year_id as "yearId", first.day, count(*)::int as designations,
            coalesce(sum(s.students), 0)::int as students
       from designation d
      cross join lateral (
        select to_char(min(e.at) at time zone ?, 'YYYY-MM-DD') as day from event e
         where e.subject_id = d.id and e.kind = 'designation.submitted') first
       left join lateral (
        select count(*) as students from student s
         where s.designation_id = d.id and d.status in ${HANDED_IN}) s on true
      where d.academic_year_id in (?)
      group by 1, 2 order by 1, 2`,
    [settings.timeZone, yearIds],
  );
}

type OutstandingSchool = AdminHomeAnswer['outstanding'][number];

const ORDER = '"lastYearStudents" desc, name collate "und-x-icu", id';

/** Returns a page of the outstanding schools of a year. `lastYearId` is the previous year, if it exists. */
export async function listOutstandingSchools(
  { em }: Pick<Ctx, 'em'>,
  { yearId, lastYearId, page }: { yearId: string; lastYearId: string | null; page: Required<Page> },
): Promise<OutstandingSchool[]> {
  const rows = await em.execute<OutstandingSchool[]>(
    `with outstanding as (
       select h.id, h.name, h.phone, coalesce(d.status, 'NOT_STARTED') as state,
              (select count(*)::int from designation l join student s on s.designation_id = l.id
                where l.high_school_id = h.id and l.academic_year_id = ? and l.status in ${HANDED_IN})
                as "lastYearStudents",
              (select x.due_at from deadline_extension x
                where x.high_school_id = h.id and x.academic_year_id = ?) as "extendedDueAt"
         from ${OUTSTANDING_SCHOOLS_SQL}
        order by ${ORDER} limit ? offset ?)
     select outstanding.*, people.staff, people.last_signed_in_at as "lastSignedInAt", mail.sent as "lastMail"
       from outstanding
      cross join lateral ${peopleOf('outstanding.id')}
       left join lateral (
        select jsonb_build_object('at', coalesce(m.sent_at, m.created_at), 'state', m.state) as sent from outbox_mail m
         where m.high_school_ids @> array[outstanding.id] order by m.created_at desc, m.id desc limit 1) mail on true
      order by ${ORDER}`,
    [lastYearId, yearId, yearId, page.limit, page.offset],
  );
  return rows.map(({ extendedDueAt, lastSignedInAt, lastMail, ...school }) => ({
    ...school,
    extendedDueAt: toIsoOrNull(extendedDueAt),
    lastSignedInAt: toIsoOrNull(lastSignedInAt),
    lastMail: lastMail && { ...lastMail, at: toIso(lastMail.at) },
  }));
}

export interface SchoolAnswer extends Readonly<Pick<HighSchool, 'id' | 'name' | 'bannerCode' | 'phone'>> {
  readonly state: SchoolState;
  readonly classSize: DesignationAnswer['classSize'];
  readonly students: number;
  readonly staff: number;
  /** ISO 8601; null for never. */
  readonly updatedAt: string | null;
  readonly lastSignedInAt: string | null;
}

/** Returns the progress of all ACTIVE schools, by state from NOT_STARTED on, then by name. */
export async function readSchoolAnswers({ em }: Pick<Ctx, 'em'>, yearId: string): Promise<SchoolAnswer[]> {
  const rows = await em.execute<SchoolAnswer[]>(
    `select h.id, h.name, h.banner_code as "bannerCode", h.phone, coalesce(d.status, 'NOT_STARTED') as state,
            d.class_size as "classSize", d.updated_at as "updatedAt",
            (select count(*)::int from student s where s.designation_id = d.id) as students,
            people.staff, people.last_signed_in_at as "lastSignedInAt"
       from high_school h
       left join designation d on d.high_school_id = h.id and d.academic_year_id = ?
      cross join lateral ${peopleOf('h.id')}
      where h.status = 'ACTIVE'
      order by array_position(string_to_array(?, ','), coalesce(d.status, 'NOT_STARTED')), h.name collate "und-x-icu", h.id`,
    [yearId, SCHOOL_STATES.join(',')],
  );
  return rows.map(({ updatedAt, lastSignedInAt, ...school }) => ({
    ...school,
    updatedAt: toIsoOrNull(updatedAt),
    lastSignedInAt: toIsoOrNull(lastSignedInAt),
  }));
}

/** ACTIVE schools `h` without a designation `d` in a year, or with one STARTED or RETURNED. Parameter: the year id. */
export const OUTSTANDING_SCHOOLS_SQL = `high_school h
  left join designation d on d.high_school_id = h.id and d.academic_year_id = ?
 where h.status = 'ACTIVE' and (d.id is null or d.status in ('STARTED', 'RETURNED'))`;
