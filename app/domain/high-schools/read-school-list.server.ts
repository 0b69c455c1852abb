import { parse } from 'csv-parse/sync';
import { Invalid } from '#app/lib/domain-errors.ts';
import { type CsvLine, csvLinesOf } from '#app/lib/csv/csv-table.ts';
import { CsvImportError, decodeCsv, noKnownColumn } from '#app/lib/csv/csv-text.ts';
import { SCHOOL_MESSAGES } from '#app/lib/messages/high-school-messages.ts';
import { Uuid } from '#app/schemas/fields.ts';
import {
  SCHOOL_CSV,
  type SchoolCsvField,
  schoolCsvField,
  schoolCsvFields,
} from '#app/schemas/school-csv-kind.ts';

/** A row's non-empty cells by field. */
export type SchoolCells = Readonly<Partial<Record<SchoolCsvField, string>>>;

export interface SchoolListRow {
  /** The row's number in a spreadsheet, from 1. */
  readonly number: number;
  readonly cells: SchoolCells;
}

export interface SchoolList {
  readonly rows: readonly SchoolListRow[];
  /** Headers that don't match any column of a school list. */
  readonly ignoredHeaders: readonly string[];
  /** The decoded text. */
  readonly text: string;
}

/** Fields that identify a school. */
const KEYS: readonly SchoolCsvField[] = ['id', 'name', 'bannerCode'];

/** Titles and dates may precede the header row. */
const HEADER_SEARCH_LINES = 20;

/**
 * Parses a list of schools: CSV in any encoding and separator that spreadsheets use, or pasted cells. Omits
 * empty cells.
 * @throws {Invalid} on ['list'] when it isn't a list of schools, is over 5 MB, or has over 5,000 rows
 */
export function readSchoolList(bytes: Uint8Array): SchoolList {
  try {
    const text = decodeCsv(bytes, SCHOOL_CSV);
    return { text, ...schoolListOf(csvLinesOf(text, parse, SCHOOL_CSV)) };
  } catch (error) {
    if (!(error instanceof CsvImportError)) throw error;
    throw new Invalid(
      [error.message, ...error.remarks].map((message) => ({ path: ['list'], message })),
      error.message,
    );
  }
}

function schoolListOf(lines: readonly CsvLine[]): Omit<SchoolList, 'text'> {
  const scores = lines
    .slice(0, HEADER_SEARCH_LINES)
    .map(({ cells }) => cells.filter((cell) => schoolCsvField(cell) !== null).length);
  const best = Math.max(0, ...scores);
  const at = scores.indexOf(best);
  const headers = lines[at]?.cells ?? [];
  const below = lines.slice(at + 1);
  const fields = schoolCsvFields(headers).map((field, index) =>
    field === 'id' && !below.some(({ cells }) => isId(cells[index])) ? null : field,
  );
  if (best === 0 || !fields.some((field) => field !== null && KEYS.includes(field))) {
    throw noKnownColumn(SCHOOL_CSV);
  }
  const twice = fields.find((field, index) => field !== null && fields.indexOf(field) !== index);
  if (twice !== undefined && twice !== null) {
    throw new CsvImportError(SCHOOL_MESSAGES.columnTwice(twice), 'Remove one of them.');
  }
  const rows = below.map(({ number, cells }) => ({ number, cells: cellsOf(fields, cells) }));
  if (rows.length === 0) throw new CsvImportError(SCHOOL_MESSAGES.emptyFile);
  return {
    rows,
    ignoredHeaders: headers.filter((header, index) => header !== '' && fields[index] === null),
  };
}

/** The IDs of other programs aren't UUIDs. */
function isId(cell: string | undefined): boolean {
  return Uuid.safeParse(cell).success;
}

function cellsOf(fields: readonly (SchoolCsvField | null)[], cells: readonly string[]): SchoolCells {
  return Object.fromEntries(
    fields.flatMap((field, index) => {
      const cell = cells[index] ?? '';
      return field === null || cell === '' ? [] : [[field, cell]];
    }),
  );
}
