import { ageWarning, FUTURE_BIRTH_DATE_MESSAGE } from '#app/lib/time/age.ts';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';
import { zipOfCell } from '#app/lib/csv/csv-zip.ts';
import { isFormulaLike } from '#app/lib/csv/formula-guard.ts';
import { personKey } from '#app/students/same-student.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { meansNone, stateOfCell, twinOfCell } from '#app/students/csv/student-csv-cells.ts';
import {
  CSV_FIELDS,
  type CsvField,
  FULL_NAME,
  NAME_PARTS,
  NEEDED_CSV_FIELDS,
} from '#app/schemas/student-csv-columns.ts';
import { DATE_ORDER_LABELS } from '#app/students/csv/student-csv-date-orders.ts';
import { type DateReading, dayOfCell } from '#app/students/csv/student-csv-dates.ts';
import { isGuessedSplit, splitFullName } from '#app/students/csv/student-csv-full-name.ts';
import { type CsvColumn, isNamePart } from '#app/students/csv/student-csv-mapping.ts';
import type { CsvLine } from '#app/lib/csv/csv-table.ts';
import { StudentSchema } from '#app/schemas/student.ts';

export interface RowReading {
  readonly columns: readonly CsvColumn[];
  readonly dates: DateReading;
  /** Default if the cell is empty. */
  readonly state: string;
  /** 'YYYY-MM-DD'. */
  readonly today: string;
}

export type RowEdits = Readonly<Partial<Record<CsvField, string>>>;

export interface CellRemark {
  /** Why Review would reject it. */
  readonly error?: string;
  /** A warning, which blocks nothing. */
  readonly warning?: string;
  /** The forms can't store the cell's text, so it isn't imported. */
  readonly isUnread?: boolean;
}

export interface CsvRow {
  readonly line: CsvLine;
  readonly edits: RowEdits;
  readonly student: DraftStudent;
  /** Index of the form that the row updates, from 0; null for a new student. */
  readonly updates: number | null;
  readonly remarks: Readonly<Partial<Record<CsvField, CellRemark>>>;
  /** Whether Review would accept it. */
  readonly isReady: boolean;
}

const SHOWN_OF_CELL = 60;

/** Imported as written; other fields must have their format. */
const FREE_TEXTS = CSV_FIELDS.filter(
  (field) => !['dateOfBirth', 'state', 'zip5', 'zip4', 'phone', 'twin'].includes(field),
);
/** Optional fields in which 'none' can't be a value. In texts like the middle name, what is written is kept. */
const OPTIONAL_FORMATS: readonly CsvField[] = ['zip4', 'twin', 'parentEmail'];
const ADDRESS_PARTS = ['address1', 'city', 'zip5'] as const;
const FORMULA_WARNING = "Warning: this looks like a formula. We'll treat it as text.";

/**
 * Returns a cell's text or the user's edit; empty if it says 'none' instead of a format. The parents' email is read
 * from the email column if it has no column.
 */
export function cellText(
  line: CsvLine,
  edits: RowEdits,
  columns: readonly CsvColumn[],
  field: CsvField,
): string {
  const text = writtenText(line, edits, columns, field);
  return OPTIONAL_FORMATS.includes(field) && meansNone(text) ? '' : text;
}

function writtenText(line: CsvLine, edits: RowEdits, columns: readonly CsvColumn[], field: CsvField): string {
  const edited = edits[field];
  if (edited !== undefined) return edited;
  const column = columns.find((known) => known.field === field);
  if (column !== undefined) return line.cells[column.index] ?? '';
  const fullName = fullNameOf(line, columns);
  if (isNamePart(field) && fullName !== null) return splitFullName(fullName)[field];
  return field === 'parentEmail' ? cellText(line, edits, columns, 'email') : '';
}

function fullNameOf(line: CsvLine, columns: readonly CsvColumn[]): string | null {
  const column = columns.find(({ field }) => field === FULL_NAME);
  return column === undefined ? null : (line.cells[column.index] ?? '');
}

function hasCell(field: CsvField, edits: RowEdits, columns: readonly CsvColumn[]): boolean {
  return edits[field] !== undefined || columns.some((known) => known.field === field);
}

/** Returns the columns of the preview: those in the file, the required ones, and the parents' email. */
export function shownFields(columns: readonly CsvColumn[]): CsvField[] {
  const found = columns.map(({ field }) => field);
  const shown = new Set([
    ...NEEDED_CSV_FIELDS,
    ...found,
    ...(found.includes(FULL_NAME) ? NAME_PARTS : []),
    'parentEmail',
  ]);
  return CSV_FIELDS.filter((field) => shown.has(field));
}

/** Returns the lines with a value in an imported column, except for totals such as 'Total, 20' or 'Total: 20'. */
export function filledLines(lines: readonly CsvLine[], columns: readonly CsvColumn[]): CsvLine[] {
  const used = columns.filter(({ field }) => field !== null);
  return lines.filter(
    (line) => used.some(({ index }) => (line.cells[index] ?? '') !== '') && !isTotal(line.cells),
  );
}

const TOTAL = /^(?:grand )?totals?(?: students| number)?:?(?: ?\d[\d.,]*(?: students?)?)?$/i;

/** Returns whether a line has nothing but the word 'Total' and numbers. */
function isTotal(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return (
    filled.some((cell) => TOTAL.test(cell)) &&
    filled.every((cell) => TOTAL.test(cell) || /^[\d.,%]+$/.test(cell))
  );
}

/** Returns the header and values of the birth date column; empty if there is none. */
export function dateCells(
  lines: readonly CsvLine[],
  columns: readonly CsvColumn[],
): { header: string; cells: string[] } {
  const column = columns.find(({ field }) => field === 'dateOfBirth');
  if (column === undefined) return { header: '', cells: [] };
  const cells = lines.map((line) => line.cells[column.index] ?? '').filter((cell) => cell !== '');
  return { header: column.header, cells };
}

/**
 * Reads a row by the rules of the student form (specification, section 5).
 *
 * @param held the form that the row updates, and its index; it provides the values of empty cells
 */
export function csvRowOf(
  line: CsvLine,
  edits: RowEdits,
  reading: RowReading,
  held: { readonly index: number; readonly student: DraftStudent } | null = null,
): CsvRow {
  const remarks: Partial<Record<CsvField, CellRemark>> = {};
  const text = (field: CsvField) => cellText(line, edits, reading.columns, field).trim();
  const read = <Value>(
    field: CsvField,
    of: (cell: string) => Value | null,
    otherwise: Value,
    hint: string,
  ) => {
    const cell = text(field);
    if (cell === '') return otherwise;
    const value = of(cell);
    if (value !== null) return value;
    remarks[field] = { error: `“${cell.slice(0, SHOWN_OF_CELL)}” isn't ${hint}`, isUnread: true };
    return held === null ? null : otherwise;
  };
  const base = held?.student ?? emptyStudent(reading.state);
  const ownParentEmail = hasCell('parentEmail', edits, reading.columns) ? text('parentEmail') : '';
  const state = read('state', stateOfCell, base.address.state, 'a state.') ?? '';
  const zip = zipOfCell(text('zip5'), state);
  const address = {
    ...base.address,
    address1: text('address1') || base.address.address1,
    address2: text('address2') || base.address.address2,
    city: text('city') || base.address.city,
    state,
    zip5: zip.zip5 || base.address.zip5,
  };
  const student: DraftStudent = {
    ...base,
    first: text('first') || base.first,
    middle: text('middle') || base.middle,
    last: text('last') || base.last,
    preferred: text('preferred') || base.preferred,
    dateOfBirth:
      read(
        'dateOfBirth',
        (cell) => dayOfCell(cell, reading.dates, reading.today),
        base.dateOfBirth,
        `a date in the format ${DATE_ORDER_LABELS[reading.dates.order]}.`,
      ) ?? '',
    twin: read('twin', twinOfCell, base.twin, 'yes, no, Y, or N.') ?? false,
    phone: formatPhone(text('phone')) || base.phone,
    email: text('email') || base.email,
    parentEmail: ownParentEmail || base.parentEmail || text('parentEmail'),
    address: { ...address, zip4: text('zip4') || zip.zip4 || zip4Kept(base.address, address) },
  };
  addErrors(student, remarks, reading.today);
  const isReady = Object.values(remarks).every(({ error }) => error === undefined);
  const fullName = fullNameOf(line, reading.columns) ?? '';
  if (isGuessedSplit(fullName) && NAME_PARTS.every((part) => edits[part] === undefined)) {
    remarks.last ??= { warning: 'Warning: check where the first name ends and the last name starts.' };
  }
  for (const field of FREE_TEXTS.filter((known) => isFormulaLike(text(known)))) {
    remarks[field] = { ...remarks[field], warning: FORMULA_WARNING };
  }
  return { line, edits, student, updates: held?.index ?? null, remarks, isReady };
}

/** Returns the stored ZIP+4; empty if street, city or ZIP code differ, because it no longer applies. */
function zip4Kept(held: DraftStudent['address'], address: Omit<DraftStudent['address'], 'zip4'>): string {
  return ADDRESS_PARTS.every((part) => held[part] === address[part]) ? held.zip4 : '';
}

/** Adds the errors that Review would find, and warnings about unusual ages. */
function addErrors(
  student: DraftStudent,
  remarks: Partial<Record<CsvField, CellRemark>>,
  today: string,
): void {
  for (const { path, message } of StudentSchema.safeParse(student).error?.issues ?? []) {
    const field = CSV_FIELDS.find((known) => known === path.at(-1));
    if (field !== undefined) remarks[field] ??= { error: message };
  }
  const { dateOfBirth } = student;
  if (dateOfBirth > today) remarks.dateOfBirth ??= { error: FUTURE_BIRTH_DATE_MESSAGE };
  const warning = ageWarning(dateOfBirth, today);
  if (warning !== null) remarks.dateOfBirth ??= { warning };
}

/** Returns the rows with the same name and birth date as an earlier row, with that row's number. */
export function repeatedRows(rows: readonly CsvRow[]): ReadonlyMap<CsvRow, number> {
  const first = new Map<string, number>();
  const repeated = new Map<CsvRow, number>();
  for (const row of rows) {
    const key = personKey(row.student);
    const earlier = key === null ? undefined : first.get(key);
    if (earlier !== undefined) repeated.set(row, earlier);
    else if (key !== null) first.set(key, row.line.number);
  }
  return repeated;
}

/** Returns the numbers of rows that are the same as an earlier row in every cell, with that row's number. */
export function identicalRows(rows: readonly CsvRow[]): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const identical = new Map<number, number>();
  for (const { line } of rows) {
    const key = JSON.stringify(line.cells);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, line.number);
    else identical.set(line.number, earlier);
  }
  return identical;
}
