import { rawSql, snakeCase, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import type { AddressPart } from '#app/schemas/address-fields.ts';
import {
  ADDED_DESIGNATION_HEADERS,
  ADDED_STUDENT_HEADERS,
  METHOD_FIELDS,
  type MethodField,
} from '#app/schemas/designation-fields.ts';
import { CRITERIA, CRITERIA_LABELS } from '#app/schemas/enums.ts';
import { DECISION_EVENT_KINDS } from '#app/schemas/event-kinds.ts';
import type { ExportFormatName } from '#app/schemas/export.ts';
import { csvHeaders, fieldList } from '#app/schemas/field-tables.ts';
import {
  HIGH_SCHOOL_FIELD_LIST,
  HIGH_SCHOOL_TEXT_LIST,
  HIGH_SCHOOL_TEXTS,
  type HighSchoolField,
} from '#app/schemas/high-school-fields.ts';
import { STUDENT_FIELDS, type StudentFieldName } from '#app/schemas/student-fields.ts';
import { USER_FIELDS } from '#app/schemas/user-fields.ts';
import type { ExportTable } from './export-format.ts';

/** A column's header and the SQL of its cells, which must be non-null text. */
type CsvColumn = readonly [header: string, sql: string];

/** Returns SQL for a row's cells as a JSON array of strings. `json_build_array` takes nearly twice as long. */
function cellsSql(columns: readonly CsvColumn[]): string {
  return `array_to_json(array[${columns.map(([, sql]) => sql).join(', ')}]::text[])::text`;
}

function headersOf(columns: readonly CsvColumn[]): readonly string[] {
  return columns.map(([header]) => header);
}

const instantSql = (sql: string) => `coalesce(to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM'), '')`;
const instant = (header: string, sql: string): CsvColumn => [header, instantSql(sql)];

const CRITERIA_LABEL_SQL = `case d.criteria ${CRITERIA.map(
  (criteria) => `when '${criteria}' then '${CRITERIA_LABELS[criteria]}'`,
).join(' ')} else case when d.criteria is null then '' else '${CRITERIA_LABELS.OTHER}' end end`;

const METHOD_CELLS: Readonly<Partial<Record<MethodField, string>>> = { criteria: CRITERIA_LABEL_SQL };

/** The columns of the CSV file of designations, in order (decisions, section 7). Times are in the session's time zone. */
const DESIGNATION_COLUMNS: readonly CsvColumn[] = [
  ['designation id', 'd.id::text'],
  ['year', 'y.year::text'],
  ['school name', 'h.name'],
  ['banner code', 'h.banner_code'],
  ['salesforce id', 'h.salesforce_id'],
  ...fieldList(csvHeaders(METHOD_FIELDS)).map(([name, header]): CsvColumn => [
    header,
    METHOD_CELLS[name] ?? `coalesce(d.${snakeCase(name)}::text, '')`,
  ]),
  ['status', 'd.status'],
  ['submitted by', `(u.first_name || ' ' || u.last_name)`],
  ['submitted-by email', 'u.email'],
  instant('updated', 'd.updated_at'),
  instant('downloaded', 'd.downloaded_at'),
];

/** SQL for student fields that aren't text. */
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
  ...fieldList(csvHeaders(STUDENT_FIELDS)).map(([name, header]): CsvColumn => [
    header,
    STUDENT_CELLS[name] ?? `s.${snakeCase(name)}`,
  ]),
  ...ADDRESS_COLUMNS.map((part): CsvColumn => [part, `s.address_${part}`]),
  ['address status', 's.address_status'],
];

export const DESIGNATION_CSV_HEADERS = headersOf([...DESIGNATION_COLUMNS, ...STUDENT_COLUMNS]);

/** When the newest event of a kind happened; null if there is none. */
const lastEventSql = (kind: string) => `(select max(e.at) from event e
  where e.subject_type = 'DESIGNATION' and e.subject_id = d.id and e.kind = ${kind})`;

const DECIDED_STATUSES = ['RETURNED', 'APPROVED', 'REJECTED'] as const;
const DECIDED_KIND = `case d.status ${DECIDED_STATUSES.map(
  (status) => `when '${status}' then '${DECISION_EVENT_KINDS[status]}'`,
).join(' ')} end`;

/** The rest of what is stored about a designation, for moving to another installation. Only workbooks have it. */
const ADDED_DESIGNATION_CELLS: Readonly<Record<keyof typeof ADDED_DESIGNATION_HEADERS, string>> = {
  createdAt: instantSql('d.created_at'),
  submittedAt: instantSql(lastEventSql(`'designation.submitted'`)),
  decidedAt: instantSql(lastEventSql(DECIDED_KIND)),
  acceptedTermsAt: instantSql('d.accepted_terms_at'),
  acceptedTermsVersion: `coalesce(d.accepted_terms_version, '')`,
  reasons: `array_to_string(d.reasons, '; ')`,
  note: `coalesce(d.note, '')`,
};

const ADDED_DESIGNATION_COLUMNS = fieldList(ADDED_DESIGNATION_HEADERS).map(([name, header]): CsvColumn => [
  header,
  ADDED_DESIGNATION_CELLS[name],
]);

const ADDED_STUDENT_COLUMNS = fieldList(ADDED_STUDENT_HEADERS).map(([part, header]): CsvColumn => [
  header,
  `s.address_${snakeCase(part)}`,
]);

/** The columns that disclose students' data. */
export const STUDENT_EXPORT_HEADERS = headersOf([...STUDENT_COLUMNS, ...ADDED_STUDENT_COLUMNS]);

/** An export's columns, and where their cells come from. */
export interface DesignationTable extends ExportTable {
  /** SQL for a designation's cells. */
  readonly cells: string;
  /** SQL for a student's cells, starting with the ID; null without students' columns: a row is a designation. */
  readonly studentCells: string | null;
  /** Cells of a row without a student. */
  readonly noStudent: string;
}

/** The columns of a workbook: those of the CSV file, and then the added ones. */
export const DESIGNATION_WORKBOOK_HEADERS = [
  ...DESIGNATION_CSV_HEADERS,
  ...headersOf([...ADDED_DESIGNATION_COLUMNS, ...ADDED_STUDENT_COLUMNS]),
];

/**
 * Returns the table of the chosen columns in their order; without a choice, of all columns (decisions, section 7), in a workbook
 * with the added ones.
 */
export function designationTable(
  chosen: readonly string[] | null,
  format: ExportFormatName = 'csv',
): DesignationTable {
  if (chosen === null && format === 'xlsx') return orderedTable(DESIGNATION_WORKBOOK_HEADERS);
  if (chosen === null) {
    return {
      headers: DESIGNATION_CSV_HEADERS,
      order: null,
      cells: cellsSql(DESIGNATION_COLUMNS),
      studentCells: cellsSql(STUDENT_COLUMNS),
      noStudent: noCells(STUDENT_COLUMNS),
    };
  }
  return orderedTable(chosen);
}

function orderedTable(chosen: readonly string[]): DesignationTable {
  const isChosen = ([header]: CsvColumn) => chosen.includes(header);
  const own = [...DESIGNATION_COLUMNS, ...ADDED_DESIGNATION_COLUMNS].filter(isChosen);
  const ofStudents = [...STUDENT_COLUMNS, ...ADDED_STUDENT_COLUMNS];
  const hasStudents = ofStudents.some(isChosen);
  const students = hasStudents ? ofStudents.filter((column, index) => index === 0 || isChosen(column)) : [];
  const stored = headersOf([...own, ...students]);
  const headers = chosen.filter((header) => stored.includes(header));
  return {
    headers,
    order: headers.map((header) => stored.indexOf(header)),
    cells: cellsSql(own),
    studentCells: hasStudents ? cellsSql(students) : null,
    noStudent: noCells(students),
  };
}

function noCells(columns: readonly CsvColumn[]): string {
  return JSON.stringify(columns.map(() => ''));
}

/** A designation with its lines' cells as JSON arrays of strings. */
export interface CsvGroup {
  readonly id: string;
  readonly cells: string;
  /** One JSON array per student, in order, starting with the id, one per line; null without students. */
  readonly students: string | null;
}

const ID_CHARACTERS = 36;

/** Returns the ids of the students in a designation's lines. */
export function studentIdsOf({ students }: CsvGroup): string[] {
  const before = '["'.length;
  return (students?.split('\n') ?? []).map((row) => row.slice(before, before + ID_CHARACTERS));
}

/** Returns SQL for the cells of matching designations, by school from A to Z, newest year first. */
export function designationCsvSql(
  where: SqlFragment,
  { cells, studentCells }: Pick<DesignationTable, 'cells' | 'studentCells'>,
): SqlFragment {
  const students =
    studentCells === null
      ? 'select null::text as students'
      : `select string_agg(${studentCells}, E'\\n' order by s.position, s.id) as students
          from student s where s.designation_id = d.id`;
  return sql`select d.id, ${rawSql(cells)} as cells, g.students
       from designation d
       join high_school h on h.id = d.high_school_id
       join academic_year y on y.id = d.academic_year_id
       join user_account u on u.id = d.submitted_by_id
      cross join lateral (
        ${rawSql(students)}) g
      where ${where}
      order by h.name collate "und-x-icu", y.year desc, d.id`;
}

const SCHOOL_ZIP = `concat_ws('-', nullif(hs.address_zip5, ''), nullif(hs.address_zip4, ''))`;

/** The address on one line, as on an envelope, without its empty parts. */
const SCHOOL_ADDRESS = `concat_ws(', ', ${['firm_name', 'address1', 'address2', 'urbanization', 'city']
  .map((part) => `nullif(hs.address_${part}, '')`)
  .join(', ')}, nullif(concat_ws(' ', nullif(hs.address_state, ''), nullif(${SCHOOL_ZIP}, '')), ''))`;

const SCHOOL_STAFF = `coalesce((
  select string_agg(concat_ws(', ', u.first_name || ' ' || u.last_name, s.position, u.email), '; '
                    order by u.last_name collate "und-x-icu", u.first_name collate "und-x-icu", u.id)
    from high_school_staff s join user_account u on u.id = s.user_id
   where s.high_school_id = hs.id), '')`;

const APPROVED = `(
  select count(*)::text from designation d where d.high_school_id = hs.id and d.status = 'APPROVED')`;

/** Returns a column for each of these fields. */
function schoolColumns(fields: readonly (readonly [string, HighSchoolField])[]): CsvColumn[] {
  return fields.map(([name, { label }]) => [label.toLowerCase(), `coalesce(hs.${snakeCase(name)}, '')`]);
}

/** The columns of decisions, section 7, in order: the address comes before the texts. */
const HIGH_SCHOOL_COLUMNS: readonly CsvColumn[] = [
  ['id', 'hs.id::text'],
  ...schoolColumns(HIGH_SCHOOL_FIELD_LIST.filter(([name]) => !(name in HIGH_SCHOOL_TEXTS))),
  ['address', SCHOOL_ADDRESS],
  ...schoolColumns(HIGH_SCHOOL_TEXT_LIST),
  ['staff', SCHOOL_STAFF],
  ['approved designations', APPROVED],
];

export const HIGH_SCHOOL_CSV_HEADERS = headersOf(HIGH_SCHOOL_COLUMNS);

/** Returns SQL for the cells of matching schools (`hs`), from A to Z. */
export function highSchoolCsvSql(where: SqlFragment): SqlFragment {
  return sql`select ${rawSql(cellsSql(HIGH_SCHOOL_COLUMNS))} as cells from high_school hs where ${where}
          order by hs.name collate "und-x-icu", hs.id`;
}

const USER_SCHOOLS = `coalesce((
  select string_agg(concat_ws(', ', hs.name, s.position), '; ' order by hs.name collate "und-x-icu", hs.id)
    from high_school_staff s join high_school hs on hs.id = s.high_school_id
   where s.user_id = u.id), '')`;

/** The columns of decisions, section 7, in order. */
const USER_COLUMNS: readonly CsvColumn[] = [
  ['id', 'u.id::text'],
  ...fieldList(csvHeaders(USER_FIELDS)).map(([name, header]): CsvColumn => [
    header,
    name === 'flags' ? `array_to_string(u.flags, '; ')` : `coalesce(u.${snakeCase(name)}, '')`,
  ]),
  ['schools and positions', USER_SCHOOLS],
];

export const USER_CSV_HEADERS = headersOf(USER_COLUMNS);

/** Returns SQL for the cells of matching users (`u`), by name. */
export function userCsvSql(where: SqlFragment): SqlFragment {
  return sql`select ${rawSql(cellsSql(USER_COLUMNS))} as cells from user_account u where ${where}
          order by u.last_name collate "und-x-icu", u.first_name collate "und-x-icu", u.id`;
}
