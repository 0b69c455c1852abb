import { parse } from 'csv-parse/sync';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { type CsvLine, csvLinesOf, HEADER_SEARCH_LINES } from '#app/lib/csv/csv-table.ts';
import { assertExtension, CsvImportError, decodeCsv, noKnownColumn } from '#app/lib/csv/csv-text.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { Uuid } from '#app/schemas/fields.ts';
import type { ChosenColumns, SchoolColumn } from '#app/schemas/school-columns.ts';
import { csvHeaderKey, csvHeaderKeys } from '#app/schemas/student-csv-columns.ts';
import {
  isNotImported,
  isOwnHeader,
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
  /** Columns with a header or a value. */
  readonly columns: readonly SchoolColumn[];
  /** Headers of columns that aren't imported. */
  readonly ignoredHeaders: readonly string[];
  /** The decoded text. */
  readonly text: string;
}

/** Fields that identify a school. */
const KEYS: readonly SchoolCsvField[] = ['id', 'name', 'bannerCode'];

/** Where the list is from, and how columns are matched, beyond what their headers say. */
export interface ColumnMatching {
  /** The uploaded file, whose name has to fit its contents; undefined for pasted cells. */
  readonly file?: Pick<File, 'name'>;
  /** Wins over the headers. */
  readonly chosen?: ChosenColumns;
  /** Fields of earlier imports, by `csvHeaderKeys` of the headers. Wins over common headers, but not over a field's own name. */
  readonly remembered?: ReadonlyMap<string, SchoolCsvField | null>;
}

/** A list whose columns don't identify a school, or mean the same. The user can match them. */
export class UnmatchedColumns extends Invalid {
  readonly list: Pick<SchoolList, 'columns' | 'text'>;

  constructor(error: CsvImportError, list: Pick<SchoolList, 'columns' | 'text'>) {
    super(issuesOf(error), error.message);
    this.list = list;
  }
}

/**
 * Parses a list of schools: CSV in any encoding and separator that spreadsheets use, or pasted cells. Omits
 * empty cells.
 * @throws {Invalid} on ['list'] when it isn't a list of schools, has another file extension, is over 5 MB, or has over 5,000 rows
 * @throws {UnmatchedColumns} when no column identifies a school, or several mean the same
 */
export function readSchoolList(bytes: Uint8Array, matching: ColumnMatching = {}): SchoolList {
  try {
    const text = decodeCsv(bytes, SCHOOL_CSV);
    if (matching.file !== undefined) assertExtension(matching.file, 'text');
    return schoolListOf(csvLinesOf(text, parse, SCHOOL_CSV), text, matching);
  } catch (error) {
    if (!(error instanceof CsvImportError)) throw error;
    throw new Invalid(issuesOf(error), error.message);
  }
}

function issuesOf({ message, remarks }: CsvImportError): Issue[] {
  return [message, ...remarks].map((each) => ({ path: ['list'], message: each }));
}

function schoolListOf(lines: readonly CsvLine[], text: string, matching: ColumnMatching): SchoolList {
  const { remembered = new Map<string, SchoolCsvField | null>() } = matching;
  const isKnown = (cell: string) => schoolCsvField(cell) !== null || remembered.has(csvHeaderKey(cell));
  const scores = lines.slice(0, HEADER_SEARCH_LINES).map(({ cells }) => cells.filter(isKnown).length);
  const at = scores.indexOf(Math.max(0, ...scores));
  const headers = lines[at]?.cells ?? [];
  const below = lines.slice(at + 1);
  const columns = columnsOf(headers, below, matching);
  const fields = headers.map((_, index) => columns.find((column) => column.index === index)?.field ?? null);
  if (!fields.some((field) => field !== null && KEYS.includes(field))) {
    const isNoneKnown = fields.every((field) => field === null);
    const error = isNoneKnown
      ? noKnownColumn(SCHOOL_CSV)
      : new CsvImportError(SCHOOL_MESSAGES.noSchoolColumn);
    throw new UnmatchedColumns(error, { columns, text });
  }
  const twice = fields.find((field, index) => field !== null && fields.indexOf(field) !== index);
  if (twice !== undefined && twice !== null) {
    const error = new CsvImportError(SCHOOL_MESSAGES.columnTwice(twice), SCHOOL_MESSAGES.removeOneColumn);
    throw new UnmatchedColumns(error, { columns, text });
  }
  const rows = below.map(({ number, cells }) => ({ number, cells: cellsOf(fields, cells) }));
  if (rows.length === 0) throw new CsvImportError(SCHOOL_MESSAGES.emptyFile);
  return {
    rows,
    columns,
    text,
    ignoredHeaders: headers.filter((header, index) => header !== '' && fields[index] === null),
  };
}

const SAMPLES = 3;
const SAMPLE_CHARACTERS = 60;

function columnsOf(
  headers: readonly string[],
  below: readonly CsvLine[],
  { chosen, remembered }: ColumnMatching,
): SchoolColumn[] {
  const known = schoolCsvFields(headers);
  const used = new Set(known.filter((_, index) => isOwnHeader(headers[index] ?? '')));
  const keys = csvHeaderKeys(headers);
  /** Undefined if the header wasn't matched before, or another column has that field in this list. */
  const earlierOf = (header: string, index: number) => {
    const field = isOwnHeader(header) ? undefined : remembered?.get(keys[index] ?? '');
    if (field === undefined || (field !== null && used.has(field))) return undefined;
    used.add(field);
    return field;
  };
  return headers.flatMap((header, index) => {
    const samples = [...new Set(below.map(({ cells }) => cells[index] ?? ''))].filter(Boolean);
    if (header === '' && samples.length === 0) return [];
    const own = known[index] === 'id' && !samples.some(isId) ? null : (known[index] ?? null);
    const earlier = earlierOf(header, index);
    const choice = chosen?.get(index);
    const field = choice !== undefined ? choice : earlier !== undefined ? earlier : own;
    return {
      ...{ index, header, field },
      samples: samples.slice(0, SAMPLES).map((sample) => sample.slice(0, SAMPLE_CHARACTERS)),
      isUnknown:
        choice === undefined && earlier === undefined && known[index] === null && !isNotImported(header),
    };
  });
}

/** The IDs of other programs aren't UUIDs. */
function isId(cell: string): boolean {
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
