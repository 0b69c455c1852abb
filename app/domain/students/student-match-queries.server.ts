import { rawSql } from '#app/domain/sql-fragment.ts';
import { type Connection, query } from '#app/domain/sql-queries.server.ts';
import type { Designation } from '#db/entities/designation.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import type { Student } from '#db/entities/student.ts';
import { foldedSql } from '#db/folded-sql.ts';

/**
 * `looksLikeSameStudent` in SQL: students `s` of designation `d`, and `o` of others (`e`) in its year that
 * weren't rejected (decisions, section 5). `offset 0` keeps the planner on `student_match_index`.
 */
export const STUDENT_MATCHES = rawSql(`(
    select t.id, t.position, t.date_of_birth,
           ${foldedSql('t.last')} as last, ${foldedSql('t.first')} as first, ${foldedSql('t.email')} as email
      from student t where t.designation_id = d.id offset 0
  ) s
  cross join lateral (
    select c.* from student c where c.date_of_birth = s.date_of_birth and ${foldedSql('c.last')} = s.last offset 0
  ) o
  join designation e on e.id = o.designation_id
  where e.academic_year_id = d.academic_year_id and e.id <> d.id
    and d.status <> 'REJECTED' and e.status <> 'REJECTED'
    and s.last <> ''
    and (s.first <> '' and ${foldedSql('o.first')} = s.first or s.email <> '' and ${foldedSql('o.email')} = s.email)`);

/** Finds the designations with a student who may also be on another school's list, without any student data. */
export async function matchedDesignations(ctx: Connection, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await query<Pick<Designation, 'id'>>(ctx)`
     select d.id from designation d where d.id in (${ids}) and exists (select from ${STUDENT_MATCHES})`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of a designation's students who resemble one on another school's list, in list order. */
export async function matchedStudents(ctx: Connection, designationId: string): Promise<string[]> {
  const rows = await query<Pick<Student, 'id'>>(ctx)`
     select m.id from designation d
      cross join lateral (
        select s.id, s.position from ${STUDENT_MATCHES} group by s.id, s.position) m
      where d.id = ${designationId} order by m.position, m.id`;
  return rows.map(({ id }) => id);
}

/** A student of a designation and a similar one on another school's list. */
export interface StudentMatch {
  readonly studentId: Student['id'];
  readonly otherId: Student['id'];
  readonly otherStatus: Designation['status'];
  readonly otherSchoolName: HighSchool['name'];
}

/** Returns all matches of a designation's students, by the other school's name and the position there. */
export function readMatches(ctx: Connection, designationId: string): Promise<StudentMatch[]> {
  return query<StudentMatch>(ctx)`
     select m.student_id as "studentId", m.other_id as "otherId", m.other_status as "otherStatus",
            h.name as "otherSchoolName"
       from designation d
       cross join lateral (
         select s.id as student_id, o.id as other_id, o.position, e.status as other_status, e.high_school_id
           from ${STUDENT_MATCHES}
       ) m
       join high_school h on h.id = m.high_school_id
      where d.id = ${designationId}
      order by h.name collate "und-x-icu", h.id, m.position, m.other_id`;
}
