import { type Page, pageClause } from '#app/domain/listing.ts';
import { STUDENT_MATCHES } from '#app/domain/students/student-match-queries.server.ts';
import { rawSql, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryCount } from '#app/domain/sql-queries.server.ts';
import type { DuplicatePair } from '#app/schemas/duplicate-pair.ts';
import type { Criteria } from '#app/schemas/enums.ts';
import { foldedSql } from '#db/folded-sql.ts';

/** Takes the designations that have waited longest out of the queue, each once. */
export async function takeWaitingChecks(ctx: Connection, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(ctx)`
     with taken as (
       delete from designation_check where id in (select id from designation_check order by id limit ${limit})
       returning designation_id)
     select distinct designation_id as id from taken`;
  return rows.map(({ id }) => id);
}

/** What a designation is compared with. */
export interface CheckFacts {
  readonly id: string;
  /** The school's latest earlier class size, and its year; null if there is none. */
  readonly previousClassSize: { readonly classSize: number; readonly year: number } | null;
  readonly previousCriteria: Criteria | null;
  /** Whether a student was on the school's approved list of the year before. */
  readonly isApprovedBefore: boolean;
  /** Whether a purge has removed its students' data since it was last saved. */
  readonly isPurged: boolean;
}

/** Returns what these designations are compared with. */
export function readCheckFacts(ctx: Connection, ids: readonly string[]): Promise<CheckFacts[]> {
  const earlier = sql`from designation p join academic_year py on py.id = p.academic_year_id
    where p.high_school_id = d.high_school_id and py.year < y.year`;
  const isSame = (field: string) => rawSql(`${foldedSql(`s.${field}`)} = ${foldedSql(`o.${field}`)}`);
  return query<CheckFacts>(ctx)`
     select d.id,
            (select json_build_object('classSize', p.class_size, 'year', py.year) ${earlier}
                and p.class_size is not null order by py.year desc limit 1) as "previousClassSize",
            (select p.criteria ${earlier} and p.criteria is not null order by py.year desc limit 1)
              as "previousCriteria",
            exists (select from designation p join academic_year py on py.id = p.academic_year_id
                      join student o on o.designation_id = p.id
                      join student s on s.designation_id = d.id and s.date_of_birth = o.date_of_birth
                     where p.high_school_id = d.high_school_id and py.year = y.year - 1 and p.status = 'APPROVED'
                       and o.last <> '' and o.first <> ''
                       and ${isSame('last')} and ${isSame('first')}) as "isApprovedBefore",
            exists (select from event e
                     where e.subject_type = 'ACADEMIC_YEAR' and e.subject_id = d.academic_year_id
                       and e.at >= d.updated_at and e.kind = 'academicYear.studentsPurged') as "isPurged"
       from designation d join academic_year y on y.id = d.academic_year_id
      where d.id in (${ids})`;
}

/**
 * Compares these designations' students with all other schools' lists of their years and stores the matches, which
 * replace the ones stored before. Then stores which designations have any.
 */
export async function storeMatches(ctx: Connection, ids: readonly string[]): Promise<void> {
  const former = await query<Pair>(ctx)`
     delete from designation_match where designation_id in (${ids}) or other_id in (${ids})
     returning designation_id as "designationId", other_id as "otherId"`;
  const present = await query<Pair>(ctx)`
     with found as (
       select d.id, m.other_id, count(distinct m.student_id)::int as students,
              count(distinct m.match_id)::int as other_students
         from designation d
        cross join lateral (
          select s.id as student_id, o.id as match_id, e.id as other_id from ${STUDENT_MATCHES}) m
        where d.id in (${ids}) group by d.id, m.other_id)
     insert into designation_match (designation_id, other_id, students)
     select id, other_id, students from found union select other_id, id, other_students from found
     returning designation_id as "designationId", other_id as "otherId"`;
  const concerned = new Set(
    [...former, ...present].flatMap(({ designationId, otherId }) => [designationId, otherId]),
  );
  if (concerned.size === 0) return;
  await query(ctx)`
     delete from designation_warning w where w.kind = 'ON_OTHER_LIST' and w.designation_id in (${[...concerned]})`;
  await query(ctx)`
     insert into designation_warning (designation_id, kind)
     select distinct m.designation_id, 'ON_OTHER_LIST' from designation_match m where m.designation_id in (${[...concerned]})`;
}

interface Pair {
  readonly designationId: string;
  readonly otherId: string;
}

/** Each pair once: the row whose school comes first by name. */
const pairsOf = (yearId: string) => sql`designation d
  join designation_match m on m.designation_id = d.id
  join designation e on e.id = m.other_id
  join high_school h on h.id = d.high_school_id
  join high_school g on g.id = e.high_school_id
  where d.academic_year_id = ${yearId} and (h.name collate "und-x-icu", h.id) < (g.name collate "und-x-icu", g.id)`;

const side = (designation: SqlFragment, school: SqlFragment) =>
  sql`json_build_object('id', ${designation}.id, 'status', ${designation}.status,
                     'highSchool', json_build_object('id', ${school}.id, 'name', ${school}.name))`;

/** Whether both designations of a pair are approved. Rejected ones have no matches. */
const BOTH_APPROVED = sql`(d.status = 'APPROVED' and e.status = 'APPROVED')`;

/**
 * Returns a page of a year's pairs of designations with matching students: those that can still be decided first, and
 * each by the schools' names.
 */
export function readDuplicatePairs(
  ctx: Connection,
  yearId: string,
  page: Page,
): Promise<Omit<DuplicatePair, 'academicYear'>[]> {
  return query<Omit<DuplicatePair, 'academicYear'>>(ctx)`
     select m.students, json_build_array(${side(sql`d`, sql`h`)}, ${side(sql`e`, sql`g`)}) as designations
       from ${pairsOf(yearId)}
      order by ${BOTH_APPROVED}, h.name collate "und-x-icu", h.id, g.name collate "und-x-icu", g.id${pageClause(page)}`;
}

/** Counts a year's pairs. */
export function countDuplicatePairs(ctx: Connection, yearId: string): Promise<number> {
  return queryCount(ctx)`${pairsOf(yearId)}`;
}
