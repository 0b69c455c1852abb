import type { EntityDictionary, EntityDTO } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { StoredNotice } from '#app/domain/notices/queue-notices.server.ts';
import { sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryFirst, queryOne } from '#app/domain/sql-queries.server.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { METHOD_NAMES } from '#app/schemas/designation-fields.ts';
import type { DecisionPlan } from '#app/schemas/designation-bulk.ts';
import type { DecisionEmailContext, YearFigures } from '#app/schemas/designation-review.ts';
import { ReceiptSchema } from '#app/schemas/designation-screens.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import { ResponseInstant } from '#app/schemas/fields.ts';
import { type Designation, DesignationEntity } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';
import type { UserAccount } from '#db/entities/user-account.ts';
import { plainRows } from '#db/plain-rows.ts';
import { DESIGNATION_TABLES } from './designation-page-queries.server.ts';
import type { SchoolDates } from './submission-deadline.ts';

/** The relations that a designation's response includes by name. */
type NamedRelation = 'highSchool' | 'academicYear' | 'submittedBy';

/** A staff member of the school, who receives decision emails. */
export type StaffMember = DecisionEmailContext['staff'][number] & { readonly userId: string };

/** What a designation's rules and emails depend on, besides its own row and students. */
export interface DesignationFacts extends SchoolDates, Pick<DesignationResponse, NamedRelation> {
  readonly acceptedTermsAt: string | null;
  readonly acceptedTermsVersion: string | null;
  /** The school's staff by address, without deleted accounts. */
  readonly staff: readonly StaffMember[];
  /** The automatic emails about designations whose text an administrator changed. */
  readonly notices: readonly StoredNotice[];
  readonly previousCriteria: Criteria | null;
  /** Whether the contents of the last return are still stored. */
  readonly hasReturnedContents: boolean;
  /** Whether what the last decision replaced is still stored. */
  readonly hasUndoableDecision: boolean;
}

/** The criteria of the school's latest earlier designation that has any, relative to `d` and its year `y`. */
const PREVIOUS_CRITERIA = sql`(
  select p.criteria from designation p join academic_year py on py.id = p.academic_year_id
   where p.high_school_id = d.high_school_id and py.year < y.year and p.criteria is not null
   order by py.year desc limit 1)`;

/** The names of a designation's school and year and of its submitter. */
const NAMES = sql`json_build_object('id', h.id, 'name', h.name) as "highSchool",
            json_build_object('id', y.id, 'year', y.year) as "academicYear",
            json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) as "submittedBy"`;

/** The students of `d` in list order, in the same statement. */
const STUDENTS = sql`coalesce((select json_agg(s order by s.position, s.id) from student s
                       where s.designation_id = d.id), '[]'::json) as students`;

/** A designation with its names, and its students in list order. */
export interface DesignationWithStudents {
  readonly designation: Omit<EntityDTO<Designation>, NamedRelation> &
    Pick<DesignationResponse, NamedRelation>;
  readonly students: readonly Omit<EntityDTO<Student>, 'designation'>[];
}

/** Reads a designation with its students; null if it doesn't exist. */
export async function readDesignation(ctx: Connection, id: string): Promise<DesignationWithStudents | null> {
  const row = await queryFirst<Pick<DesignationResponse, NamedRelation> & RowsAsJson>(ctx)`
     select to_json(d) as designation, ${NAMES}, ${STUDENTS} from ${DESIGNATION_TABLES} where d.id = ${id}`;
  if (row === null) return null;
  const { designation, students, ...names } = row;
  const [stored] = plainRows(ctx.em, DesignationEntity, [designation]);
  return stored === undefined
    ? null
    : { designation: { ...stored, ...names }, students: plainRows(ctx.em, StudentEntity, students) };
}

interface RowsAsJson {
  readonly designation: EntityDictionary<Designation>;
  readonly students: readonly EntityDictionary<Student>[];
}

/** Reads a locked designation's facts, and its students as entities to change; null if it doesn't exist. */
export async function readFactsAndStudents(
  ctx: Connection,
  id: string,
): Promise<{ readonly facts: DesignationFacts; readonly students: readonly Student[] } | null> {
  const row = await selectFacts<Pick<RowsAsJson, 'students'>>(ctx, id, sql`, ${STUDENTS}`);
  if (row === null) return null;
  const { students, ...facts } = row;
  return { facts, students: students.map((student) => ctx.em.map(StudentEntity, student)) };
}

/** Reads a designation's facts; null if it doesn't exist. */
export function readDesignationFacts(connection: Connection, id: string): Promise<DesignationFacts | null> {
  return selectFacts(connection, id, sql``);
}

async function selectFacts<More = unknown>(
  ctx: Connection,
  id: string,
  more: SqlFragment,
): Promise<(DesignationFacts & More) | null> {
  const facts = await queryFirst<DesignationFacts & More>(ctx)`
     select d.accepted_terms_at as "acceptedTermsAt", d.accepted_terms_version as "acceptedTermsVersion",
            ${NAMES},
            y.due_at as "dueAt", y.corrections_due_at as "correctionsDueAt", x.due_at as "extendedDueAt",
            coalesce((
              select json_agg(json_build_object(
                       'userId', a.id, 'firstName', a.first_name, 'lastName', a.last_name, 'email', a.email,
                       'hasBounced', exists(select from bounced_address b where b.address = a.email)) order by a.email)
                from high_school_staff t join user_account a on a.id = t.user_id
               where t.high_school_id = d.high_school_id and not 'DELETED' = any(a.flags)), '[]'::json) as staff,
            coalesce((
              select json_agg(json_build_object('kind', kind, 'subject', subject, 'body', body, 'isOn', is_on))
                from notice where kind like 'DESIGNATION%'), '[]'::json) as notices,
            ${PREVIOUS_CRITERIA} as "previousCriteria",
            exists(select from returned_contents r where r.designation_id = d.id) as "hasReturnedContents",
            exists(select from undoable_decision w where w.designation_id = d.id) as "hasUndoableDecision"${more}
       from ${DESIGNATION_TABLES}
       left join deadline_extension x on x.academic_year_id = d.academic_year_id and x.high_school_id = d.high_school_id
      where d.id = ${id}`;
  if (facts === null) return null;
  return { ...facts, ...FactInstantsSchema.parse(facts) };
}

const FactInstantsSchema = z.object({
  acceptedTermsAt: ResponseInstant.nullable(),
  dueAt: ResponseInstant.nullable(),
  correctionsDueAt: ResponseInstant.nullable(),
  extendedDueAt: ResponseInstant.nullable(),
});

/** Returns the criteria of each school's latest earlier designation, by designation id; null if none. */
export async function readPreviousCriteria(
  ctx: Connection,
  ids: readonly string[],
): Promise<Map<string, Criteria | null>> {
  const rows = await query<Pick<DesignationResponse, 'id' | 'criteria'>>(ctx)`
     select d.id, ${PREVIOUS_CRITERIA} as criteria
       from designation d join academic_year y on y.id = d.academic_year_id where d.id in (${ids})`;
  return new Map(rows.map(({ id, criteria }) => [id, criteria]));
}

/** Maximum number of earlier years in a comparison. */
const EARLIER_YEARS_MAX = 10;

/** Returns a school's designations of earlier years, newest first. */
export function readEarlierYears(
  ctx: Connection,
  { highSchoolId, year }: { readonly highSchoolId: string; readonly year: number },
): Promise<YearFigures[]> {
  return query<YearFigures>(ctx)`
     select d.id, y.year, d.class_size as "classSize", d.criteria, d.status,
            (select count(*)::int from student s where s.designation_id = d.id) as "studentCount"
       from designation d join academic_year y on y.id = d.academic_year_id
      where d.high_school_id = ${highSchoolId} and y.year < ${year}
      order by y.year desc limit ${EARLIER_YEARS_MAX}`;
}

type Download = Pick<Designation, 'id' | 'version'> & {
  readonly students: number;
  readonly isDownloaded: boolean;
};

/** Returns what downloads of these designations contain, by id. */
export function readDownloads(ctx: Connection, ids: readonly string[]): Promise<Download[]> {
  return query<Download>(ctx)`
     select d.id, d.version, d.downloaded_at is not null as "isDownloaded",
            (select count(*)::int from student s where s.designation_id = d.id) as students
       from designation d where d.id in (${ids}) order by d.id`;
}

/** Counts the people and schools that decisions on these would email, without bounced addresses. */
export function countDecisionEmails(
  ctx: Connection,
  ids: readonly string[],
): Promise<Omit<DecisionPlan['emails'], 'isOff'>> {
  return queryOne<Omit<DecisionPlan['emails'], 'isOff'>>(ctx)`
     select count(distinct a.id) filter (where b.address is null)::int as people,
            count(distinct t.high_school_id) filter (where b.address is null)::int as schools,
            count(distinct a.id) filter (where b.address is not null)::int as bounced
       from high_school_staff t join user_account a on a.id = t.user_id
       left join bounced_address b on b.address = a.email
      where not 'DELETED' = any(a.flags)
        and t.high_school_id in (select d.high_school_id from designation d where d.id in (${ids}))`;
}

/** A designation's last submission, and the last change after it to the school's fields. */
const SubmissionSchema = ReceiptSchema.shape.submission.unwrap().extend({
  changedAt: ResponseInstant.nullable(),
  changedBy: z.string().nullable(),
  /** Whether the user who changed it is on the school's staff. */
  isOfSchool: z.boolean(),
});
type Submission = z.output<typeof SubmissionSchema>;

/** The fields that schools fill in, by their names in events. */
const SCHOOLS_FIELDS = [...METHOD_NAMES, 'students'];

/** Reads the last submission; null if the school hasn't submitted. */
export async function readSubmission(ctx: Connection, id: string): Promise<Submission | null> {
  const row = await queryFirst<object>(ctx)`
     select e.at, u.first_name || ' ' || u.last_name as by, c.at as "changedAt", c.by as "changedBy",
            coalesce(c.is_of_school, false) as "isOfSchool"
       from event e join user_account u on u.id = e.actor_id
       left join lateral (
         select l.at, a.first_name || ' ' || a.last_name as by, not 'ADMIN' = any(a.flags) or exists (
                  select from designation d join high_school_staff s on s.high_school_id = d.high_school_id
                   where d.id = l.subject_id and s.user_id = a.id) as is_of_school
           from event l left join user_account a on a.id = l.actor_id
          where l.subject_type = 'DESIGNATION' and l.subject_id = e.subject_id and l.at > e.at
            and jsonb_exists_any(l.changes, array[${SCHOOLS_FIELDS}])
          order by l.at desc, l.id desc limit 1) c on true
      where e.subject_type = 'DESIGNATION' and e.subject_id = ${id} and e.kind = 'designation.submitted'
      order by e.at desc, e.id limit 1`;
  return row && SubmissionSchema.parse(row);
}

/** A browser tab that has a designation open, and the user. */
export type OpenTab = Pick<UserAccount, 'id' | 'firstName' | 'lastName'> & { readonly tabId: string };

/**
 * Returns the other tabs seen since `seenAfter`, by name: those of staff who edit, or of administrators who review.
 * Omits deleted users and those who no longer are staff or administrators.
 */
export function readOpenTabs(
  ctx: Connection,
  {
    id,
    tabId,
    isReviewing,
    seenAfter,
  }: {
    readonly id: string;
    readonly tabId: string;
    readonly isReviewing: boolean;
    readonly seenAfter: Date;
  },
): Promise<OpenTab[]> {
  return query<OpenTab>(ctx)`
     select e.tab_id as "tabId", u.id, u.first_name as "firstName", u.last_name as "lastName"
       from designation_editor e
       join designation d on d.id = e.designation_id
       join user_account u on u.id = e.user_id and not 'DELETED' = any(u.flags)
      where e.designation_id = ${id} and e.seen_at > ${seenAfter} and e.tab_id <> ${tabId} and e.is_reviewing = ${isReviewing}
        and case when e.is_reviewing then 'ADMIN' = any(u.flags) else exists (
              select from high_school_staff s
               where s.user_id = u.id and s.high_school_id = d.high_school_id) end
      order by u.last_name collate "und-x-icu", u.id, e.tab_id`;
}

/** Maximum number of expired tabs removed per announcement; more than one announcement adds. */
const BATCH_SIZE = 100;

/** Inserts or renews a tab's row unless it is another user's, and removes some not seen since `seenAfter`. */
export async function upsertTab(
  ctx: Connection,
  tab: {
    readonly id: string;
    readonly tabId: string;
    readonly userId: string;
    readonly isReviewing: boolean;
  },
  { now, seenAfter }: { readonly now: Date; readonly seenAfter: Date },
): Promise<void> {
  await query(ctx)`
     with forgotten as (
       delete from designation_editor where tab_id in (
         select tab_id from designation_editor where seen_at <= ${seenAfter} and tab_id <> ${tab.tabId}
          limit ${BATCH_SIZE} for update skip locked))
     insert into designation_editor (tab_id, designation_id, user_id, is_reviewing, seen_at) values (${tab.tabId}, ${tab.id}, ${tab.userId}, ${tab.isReviewing}, ${now})
     on conflict (tab_id) do update
        set designation_id = excluded.designation_id, is_reviewing = excluded.is_reviewing, seen_at = excluded.seen_at
      where designation_editor.user_id = excluded.user_id`;
}
