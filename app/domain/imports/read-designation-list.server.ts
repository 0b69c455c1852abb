import { setImmediate } from 'node:timers/promises';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { SchoolKeys } from './find-school.ts';
import { ImportProblems } from './import-problems.ts';
import { type ImportedTable, readImportedTable, type TableOptions } from './imported-table.server.ts';
import { type ListedStudent, readListedStudent, type StudentReading } from './listed-student.ts';
import { ListRow } from './list-row.ts';
import type { CsvLine } from '#app/lib/csv/csv-table.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import type { DateOrder } from '#app/students/csv/student-csv-date-orders.ts';
import { dateReadingOf } from '#app/students/csv/student-csv-dates.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  DESIGNATION_CELLS,
  DESIGNATION_IMPORT,
  type DesignationImportField,
  SCHOOL_KEYS,
  type SchoolKey,
  STUDENT_IMPORT_FIELDS,
} from '#app/schemas/designation-import.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { Uuid } from '#app/schemas/fields.ts';
import { type ListedFacts, readListedFacts } from './listed-facts.ts';

export interface DesignationListOptions extends TableOptions {
  /** Of rows without one. With it, rows of other years are problems. */
  readonly year?: number | undefined;
  /** Of rows without one. */
  readonly status?: DesignationStatus | undefined;
  /** The address of whoever submitted the designations without a submitter. */
  readonly submittedBy?: string | undefined;
  /** Of dates of birth that can be read in several ways. */
  readonly dateOrder?: DateOrder | undefined;
}

/** A school's designation for a year, with its students in order. */
export interface ListedDesignation {
  /** Its first row. */
  readonly row: number;
  readonly school: SchoolKeys;
  readonly facts: ListedFacts;
  readonly students: ListedStudent[];
}

export interface DesignationList {
  /** Name of the file, for events. */
  readonly source: string;
  readonly table: Pick<ImportedTable<DesignationImportField>, 'headers' | 'matched' | 'ignoredHeaders'>;
  readonly designations: readonly ListedDesignation[];
  /** What is wrong with rows, whatever the database contains. */
  readonly problems: ImportProblems;
}

/** Rows per batch; other tasks run between batches. */
const BATCH_SIZE = 500;

/**
 * Reads a list of designations, one student a row, without the database. Values must be valid, but may be missing, as in
 * drafts. For administrators.
 * @param source the name of the file
 * @throws {Invalid} on ['file'] when it isn't such a list, and on an option that doesn't fit it
 */
export async function readDesignationList(
  ctx: Pick<Ctx, 'actor' | 'now' | 'settings'>,
  { bytes, source }: { readonly bytes: Uint8Array; readonly source: string },
  options: DesignationListOptions,
): Promise<DesignationList> {
  authorize(ctx.actor, 'designation.import');
  const table = await readImportedTable(bytes, DESIGNATION_IMPORT, options);
  const problems = new ImportProblems();
  const reading: ListReading = {
    ctx,
    options,
    students: studentReading(ctx, table, options),
    hasDesignationIds: hasIds(table, 'designationId'),
  };
  const byKey = new Map<string, OpenDesignation>();
  const rowOfStudent = new Map<string, number>();
  for (const [index, line] of table.lines.entries()) {
    if (index % BATCH_SIZE === 0) await setImmediate();
    const row = new ListRow(line, table, problems);
    const designation = designationOf(row, reading, byKey);
    if (designation === null || !STUDENT_IMPORT_FIELDS.some((field) => row.text(field) !== '')) continue;
    const student = readListedStudent(row, reading.students);
    const earlier = student.id === null ? undefined : rowOfStudent.get(student.id);
    if (earlier !== undefined) row.report('studentId', IMPORT_MESSAGES.repeatedId(earlier));
    else if (student.id !== null) rowOfStudent.set(student.id, line.number);
    designation.listed.students.push(student);
  }
  return { source, table, problems, designations: [...byKey.values()].map(({ listed }) => listed) };
}

interface ListReading {
  readonly ctx: Pick<Ctx, 'now' | 'settings'>;
  readonly options: DesignationListOptions;
  readonly students: StudentReading;
  readonly hasDesignationIds: boolean;
}

interface OpenDesignation {
  readonly listed: ListedDesignation;
  readonly line: CsvLine;
}

type Row = ListRow<DesignationImportField>;

const IDENTIFYING = ['bannerCode', 'schoolName', 'salesforceId'] as const satisfies readonly SchoolKey[];

/** Returns the row's designation; null if the row doesn't name a school and a year. */
function designationOf(
  row: Row,
  reading: ListReading,
  byKey: Map<string, OpenDesignation>,
): OpenDesignation | null {
  const school = schoolKeysOf(row);
  if (!IDENTIFYING.some((key) => row.text(key) !== '')) {
    row.report(null, IMPORT_MESSAGES.schoolMissing);
    return null;
  }
  const year = yearOf(row, reading.options);
  if (year === null) return null;
  const key = JSON.stringify([year, ...SCHOOL_KEYS.map((name) => row.text(name).toLowerCase())]);
  const known = byKey.get(key);
  if (known !== undefined) {
    reportDifferences(row, known);
    return known;
  }
  const { ctx, options } = reading;
  const facts = readListedFacts(row, { ...options, year, ctx, hasId: reading.hasDesignationIds });
  const opened = { listed: { row: row.line.number, school, facts, students: [] }, line: row.line };
  byKey.set(key, opened);
  return opened;
}

function schoolKeysOf(row: Row): SchoolKeys {
  const textOf = (key: SchoolKey) => (row.has(key) ? row.text(key) : undefined);
  return Object.fromEntries(SCHOOL_KEYS.map((key) => [key, textOf(key)])) as SchoolKeys;
}

function yearOf(row: Row, { year: wanted }: DesignationListOptions): number | null {
  const written = row.read(
    'year',
    (cell) => (/^\d{4}$/.test(cell) ? Number(cell) : null),
    'Enter a year, like 2019.',
  );
  if (row.text('year') === '') {
    if (wanted === undefined) row.report('year', IMPORT_MESSAGES.yearMissing);
    return wanted ?? null;
  }
  if (written === null || wanted === undefined || written === wanted) return written;
  row.report('year', IMPORT_MESSAGES.yearDiffers(wanted));
  return null;
}

/** The first row of a designation counts. Later ones repeat it, or leave cells empty. */
function reportDifferences(row: Row, { listed, line }: OpenDesignation): void {
  for (const field of DESIGNATION_CELLS) {
    const cell = row.text(field);
    if (cell !== '' && cell !== row.textOf(line, field)) {
      row.report(field, IMPORT_MESSAGES.differsFrom(listed.row));
    }
  }
}

function studentReading(
  { now, settings }: Pick<Ctx, 'now' | 'settings'>,
  table: ImportedTable<DesignationImportField>,
  { dateOrder }: DesignationListOptions,
): StudentReading {
  const today = zonedDay(now(), settings.timeZone);
  const header = table.headers.get('dateOfBirth') ?? '';
  const cells = table.lines.map((line) => table.cell(line, 'dateOfBirth')).filter((cell) => cell !== '');
  const { reading, question } = dateReadingOf(header, cells, today);
  const isUnclear = question !== null && question.orders !== null && question.orders.length > 1;
  if (isUnclear && dateOrder === undefined) {
    const message = IMPORT_MESSAGES.ambiguousDates(header);
    throw new Invalid([{ path: ['dateOrder'], message }], message);
  }
  return {
    today,
    state: table.headers.has('state') ? '' : settings.state,
    dates: dateOrder === undefined ? reading : { order: dateOrder, serials: null },
    hasIds: hasIds(table, 'studentId'),
  };
}

/** The IDs of other systems aren't UUIDs, and aren't imported. */
function hasIds(table: ImportedTable<DesignationImportField>, field: DesignationImportField): boolean {
  return table.lines.some((line) => Uuid.safeParse(table.cell(line, field)).success);
}
