import { ageWarning, FUTURE_BIRTH_DATE_MESSAGE } from '#app/lib/time/age.ts';
import { type DraftStudent, emptyStudent } from '#app/lib/students/draft-students.ts';
import { zipOfCell } from '#app/lib/csv/csv-zip.ts';
import { isFormulaLike } from '#app/lib/csv/formula-guard.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { stateOfCell, twinOfCell } from '#app/lib/student-csv/student-csv-cells.ts';
import { CSV_FIELDS, type CsvField, NEEDED_CSV_FIELDS } from '#app/schemas/student-csv-columns.ts';
import { DATE_ORDER_LABELS } from '#app/lib/student-csv/student-csv-date-orders.ts';
import { type DateReading, dayOfCell } from '#app/lib/student-csv/student-csv-dates.ts';
import type { CsvColumn } from '#app/lib/student-csv/student-csv-mapping.ts';
import type { CsvLine } from '#app/lib/csv/csv-table.ts';
import { StudentSchema } from '#app/schemas/student.ts';

/** How the rows of a file become students. */
export interface RowReading {
  readonly columns: readonly CsvColumn[];
  readonly dates: DateReading;
  /** The state of a student whose cell is empty. */
  readonly state: string;
  /** The present day, 'YYYY-MM-DD'. */
  readonly today: string;
}

/** What was typed over the cells of a row, by column. */
export type RowEdits = Readonly<Partial<Record<CsvField, string>>>;

/** What is to say beside a cell. */
export interface CellRemark {
  /** Review would not take it. */
  readonly error?: string;
  /** Something to look at that blocks nothing. */
  readonly warning?: string;
  /** The cell holds a text that the forms cannot: it would be left out. */
  readonly isUnread?: boolean;
}

/** A row of the file as it would be taken over. */
export interface CsvRow {
  readonly line: CsvLine;
  readonly edits: RowEdits;
  /** What the row makes of a student: of a new one, or of the one that it updates. */
  readonly student: DraftStudent;
  /** The place of the form, from 0, that holds the student whom the row updates; null where it is someone else. */
  readonly updates: number | null;
  readonly remarks: Readonly<Partial<Record<CsvField, CellRemark>>>;
  /** Review would take it as it is. */
  readonly isReady: boolean;
}

/** As much of a cell that cannot be understood as is shown again. */
const SHOWN_OF_CELL = 60;

/** What is taken over as it is written; everything else is only taken where it has its form. */
const FREE_TEXTS = CSV_FIELDS.filter(
  (field) => !['dateOfBirth', 'state', 'zip5', 'zip4', 'phone', 'twin'].includes(field),
);
const ADDRESS_PARTS = ['address1', 'city', 'zip5'] as const;
const FORMULA_WARNING = 'Warning: this looks like a formula. We’ll treat it as text.';

/** What stands in a row's column, or was typed there; the parents' email comes from the email column where they have none of their own. */
export function cellText(
  line: CsvLine,
  edits: RowEdits,
  columns: readonly CsvColumn[],
  field: CsvField,
): string {
  const edited = edits[field];
  if (edited !== undefined) return edited;
  const column = columns.find((known) => known.field === field);
  if (column !== undefined) return line.cells[column.index] ?? '';
  return field === 'parentEmail' ? cellText(line, edits, columns, 'email') : '';
}

/** Whether the file has the column, or something was typed where it would be. */
function hasCell(field: CsvField, edits: RowEdits, columns: readonly CsvColumn[]): boolean {
  return edits[field] !== undefined || columns.some((known) => known.field === field);
}

/** The columns that a preview shows: those the file has, and those that every student needs. */
export function shownFields(columns: readonly CsvColumn[]): CsvField[] {
  const shown = new Set([...NEEDED_CSV_FIELDS, ...columns.map(({ field }) => field), 'parentEmail']);
  return CSV_FIELDS.filter((field) => shown.has(field));
}

/** The lines that hold anything in a column that means something. */
export function filledLines(lines: readonly CsvLine[], columns: readonly CsvColumn[]): CsvLine[] {
  const used = columns.filter(({ field }) => field !== null);
  return lines.filter(({ cells }) => used.some(({ index }) => (cells[index] ?? '') !== ''));
}

/** The header and the texts of the column that holds the birth dates; nothing where there is none. */
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
 * Reads one row by the rules of the students' forms (specification, section 5).
 *
 * @param held the form of the student whom the row updates, and its place: what has no cell, or an empty one, stays as it is there
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
    remarks[field] = { error: `“${cell.slice(0, SHOWN_OF_CELL)}” is ${hint}`, isUnread: true };
    return held === null ? null : otherwise;
  };
  const base = held?.student ?? emptyStudent(reading.state);
  const zip = zipOfCell(text('zip5'));
  const ownParentEmail = hasCell('parentEmail', edits, reading.columns) ? text('parentEmail') : '';
  const address = {
    ...base.address,
    address1: text('address1') || base.address.address1,
    address2: text('address2') || base.address.address2,
    city: text('city') || base.address.city,
    state: read('state', stateOfCell, base.address.state, 'not a state.') ?? '',
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
        `not a date like ${DATE_ORDER_LABELS[reading.dates.order]}.`,
      ) ?? '',
    twin: read('twin', twinOfCell, base.twin, 'not yes, no, Y or N.') ?? false,
    phone: formatPhone(text('phone')) || base.phone,
    email: text('email') || base.email,
    parentEmail: ownParentEmail || base.parentEmail || text('parentEmail'),
    address: { ...address, zip4: text('zip4') || zip.zip4 || zip4Kept(base.address, address) },
  };
  addErrors(student, remarks, reading.today);
  const isReady = Object.values(remarks).every(({ error }) => error === undefined);
  for (const field of FREE_TEXTS.filter((known) => isFormulaLike(text(known)))) {
    remarks[field] = { ...remarks[field], warning: FORMULA_WARNING };
  }
  return { line, edits, student, updates: held?.index ?? null, remarks, isReady };
}

/** Another street, city or ZIP code has another ZIP+4. */
function zip4Kept(held: DraftStudent['address'], address: Omit<DraftStudent['address'], 'zip4'>): string {
  return ADDRESS_PARTS.every((part) => held[part] === address[part]) ? held.zip4 : '';
}

/** What Review would find wrong, and unusual ages, beside their cells. */
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
  const warning = dateOfBirth === '' ? null : ageWarning(dateOfBirth, today);
  if (warning !== null) remarks.dateOfBirth ??= { warning };
}

/** The rows that name the same person, by name and birth date, as one above them, with that one's number. */
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

/** What tells people apart in one list; null where it is not all there. */
export function personKey({ first, last, dateOfBirth }: DraftStudent): string | null {
  if (first === '' || last === '' || dateOfBirth === '') return null;
  return JSON.stringify([first, last, dateOfBirth].map((text) => text.trim().normalize().toLowerCase()));
}
