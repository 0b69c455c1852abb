import { cellsSql, type CsvColumn, headersOf } from './csv-columns.ts';
import { csvLinesOfJson, csvStartOfJson } from './csv-format.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { snakeCase } from '#app/lib/text/snake-case.ts';
import type { AddressPart } from '#app/schemas/address-fields.ts';
import { CRITERIA, CRITERIA_LABELS } from '#app/schemas/enums.ts';
import { STUDENT_FIELD_LIST, type StudentFieldName } from '#app/schemas/student-fields.ts';

const instant = (header: string, sql: string): CsvColumn => [
  header,
  `coalesce(to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM'), '')`,
];

const CRITERIA_LABEL_SQL = `case d.criteria ${CRITERIA.map(
  (criteria) => `when '${criteria}' then '${CRITERIA_LABELS[criteria]}'`,
).join(' ')} else case when d.criteria is null then '' else '${CRITERIA_LABELS.OTHER}' end end`;

/** The columns of decisions, section 7, in their order. Instants are in the session's time zone. */
const DESIGNATION_COLUMNS: readonly CsvColumn[] = [
  ['designation id', 'd.id::text'],
  ['year', 'y.year::text'],
  ['school name', 'h.name'],
  ['banner code', 'h.banner_code'],
  ['salesforce id', 'h.salesforce_id'],
  ['class size', `coalesce(d.class_size::text, '')`],
  ['criteria', CRITERIA_LABEL_SQL],
  ['criteria comment', `coalesce(d.criteria_comment, '')`],
  ['status', 'd.status'],
  ['submitted by', `(u.first_name || ' ' || u.last_name)`],
  ['submitted-by email', 'u.email'],
  instant('updated', 'd.updated_at'),
  instant('downloaded', 'd.downloaded_at'),
];

/** What is not a text. */
const STUDENT_CELLS: Readonly<Partial<Record<StudentFieldName, string>>> = {
  dateOfBirth: `coalesce(s.date_of_birth::text, '')`,
  twin: `case when s.twin then 'Yes' else 'No' end`,
};

const ADDRESS_COLUMNS = [
  'address1',
  'address2',
  'city',
  'state',
  'zip5',
  'zip4',
] as const satisfies readonly AddressPart[];

const STUDENT_COLUMNS: readonly CsvColumn[] = [
  ['student id', 's.id::text'],
  ...STUDENT_FIELD_LIST.map(([name, { label, csvHeader = label.toLowerCase() }]): CsvColumn => [
    csvHeader,
    STUDENT_CELLS[name] ?? `s.${snakeCase(name)}`,
  ]),
  ...ADDRESS_COLUMNS.map((part): CsvColumn => [part, `s.address_${part}`]),
  ['address status', 's.address_status'],
];

export const DESIGNATION_CSV_HEADERS = headersOf([...DESIGNATION_COLUMNS, ...STUDENT_COLUMNS]);

/** A designation with the cells of its lines, as JSON arrays of texts. */
export interface CsvGroupRow {
  readonly id: string;
  readonly cells: string;
  /** One array a student, in their order, the student's id first, and a line break between them; null for a designation without. */
  readonly students: string | null;
}

const NO_STUDENT = JSON.stringify(STUDENT_COLUMNS.map(() => ''));
const ID_CHARACTERS = 36;

/** The lines of one designation: one a student, or one with the student's columns empty. */
export function csvLinesOfGroup({ cells, students }: CsvGroupRow): string {
  return csvLinesOfJson(students ?? NO_STUDENT, csvStartOfJson(cells));
}

/** The students whose data stand in the lines of a designation. */
export function studentIdsOf({ students }: CsvGroupRow): string[] {
  const before = '["'.length;
  return (students?.split('\n') ?? []).map((row) => row.slice(before, before + ID_CHARACTERS));
}

/** The cells of every designation that matches, school by school from A to Z, newest year first. */
export function designationCsvSql(where: SqlFragment): SqlFragment {
  return {
    sql: `select d.id, ${cellsSql(DESIGNATION_COLUMNS)} as cells, g.students
       from designation d
       join high_school h on h.id = d.high_school_id
       join academic_year y on y.id = d.academic_year_id
       join user_account u on u.id = d.submitted_by_id
      cross join lateral (
        select string_agg(${cellsSql(STUDENT_COLUMNS)}, E'\\n' order by s.position, s.id) as students
          from student s where s.designation_id = d.id) g
      where ${where.sql}
      order by h.name collate "und-x-icu", y.year desc, d.id`,
    params: where.params,
  };
}
