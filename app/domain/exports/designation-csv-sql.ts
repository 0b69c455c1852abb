import { csvCellSql } from '#app/domain/exports/csv-format.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { CRITERIA, CRITERIA_LABELS } from '#app/schemas/enums.ts';

type Column = readonly [header: string, sql: string];

const text = (header: string, sql: string): Column => [header, csvCellSql(sql)];
const instant = (header: string, sql: string): Column => [
  header,
  `coalesce(to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM'), '')`,
];

const CRITERIA_LABEL_SQL = `case d.criteria ${CRITERIA.map(
  (criteria) => `when '${criteria}' then '${CRITERIA_LABELS[criteria]}'`,
).join(' ')} else '' end`;

/** The columns of decisions, section 7, in their order. Instants are in the session's time zone. */
const DESIGNATION_COLUMNS: readonly Column[] = [
  ['designation id', 'd.id::text'],
  ['year', 'y.year::text'],
  text('school name', 'h.name'),
  text('banner code', 'h.banner_code'),
  text('salesforce id', 'h.salesforce_id'),
  ['class size', `coalesce(d.class_size::text, '')`],
  ['criteria', CRITERIA_LABEL_SQL],
  text('criteria comment', `coalesce(d.criteria_comment, '')`),
  ['status', 'd.status'],
  text('submitted by', `(u.first_name || ' ' || u.last_name)`),
  text('submitted-by email', 'u.email'),
  instant('updated', 'd.updated_at'),
  instant('downloaded', 'd.downloaded_at'),
];

const STUDENT_COLUMNS: readonly Column[] = [
  ['student id', 's.id::text'],
  text('first', 's.first'),
  text('middle', 's.middle'),
  text('last', 's.last'),
  text('preferred', 's.preferred'),
  ['date of birth', `coalesce(to_char(s.date_of_birth, 'YYYY-MM-DD'), '')`],
  ['twin', `case when s.twin then 'Yes' else 'No' end`],
  text('phone', 's.phone'),
  text('email', 's.email'),
  text('parent email', 's.parent_email'),
  text('address1', 's.address_address1'),
  text('address2', 's.address_address2'),
  text('city', 's.address_city'),
  text('state', 's.address_state'),
  text('zip5', 's.address_zip5'),
  text('zip4', 's.address_zip4'),
  ['address status', 's.address_status'],
];

export const DESIGNATION_CSV_HEADERS: readonly string[] = [...DESIGNATION_COLUMNS, ...STUDENT_COLUMNS].map(
  ([header]) => header,
);

/** A designation with all its lines of the file. */
export interface CsvGroupRow {
  readonly id: string;
  readonly lines: string;
  /** The students in those lines; null for a designation without. */
  readonly student_ids: string[] | null;
}

const cellsOf = (columns: readonly Column[]) => columns.map(([, sql]) => sql).join(` || ',' || `);

/**
 * The lines of every designation that matches, school by school from A to Z: one a student, or one with the student's
 * columns empty. PostgreSQL does the formatting, which leaves the server's one thread to its other callers.
 */
export function designationCsvSql(where: SqlFragment): SqlFragment {
  const emptyStudent = ','.repeat(STUDENT_COLUMNS.length - 1);
  return {
    sql: `select d.id, g.lines, g.student_ids
       from designation d
       join high_school h on h.id = d.high_school_id
       join academic_year y on y.id = d.academic_year_id
       join user_account u on u.id = d.submitted_by_id
      cross join lateral (select ${cellsOf(DESIGNATION_COLUMNS)} || ',' as cells offset 0) p
      cross join lateral (
        select coalesce(string_agg(p.cells || ${cellsOf(STUDENT_COLUMNS)} || E'\\r\\n', '' order by s.position, s.id),
                        p.cells || '${emptyStudent}' || E'\\r\\n') as lines,
               array_agg(s.id::text order by s.position, s.id) as student_ids
          from student s where s.designation_id = d.id) g
      where ${where.sql}
      order by h.name collate "und-x-icu", y.year desc, d.id`,
    params: where.params,
  };
}
