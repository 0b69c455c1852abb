import { type DraftStudent, emptyStudent } from '#app/lib/draft.ts';
import {
  dayOfCell,
  phoneOfCell,
  restoredCell,
  stateOfCell,
  twinOfCell,
  zipOfCell,
} from '#app/lib/student-csv-cells.ts';

/** The columns of the import (specification, section 5), in the order of the template file. */
export const STUDENT_CSV_HEADERS = [
  'First name',
  'Middle name',
  'Last name',
  'Preferred name',
  'Date of birth (mm/dd/yyyy)',
  'Address1',
  'Address2',
  'City',
  'State',
  'Zipcode',
  'Phone',
  'Email',
  'Parent Email',
  'Twin (yes/no or Y/N)',
] as const;
type Header = (typeof STUDENT_CSV_HEADERS)[number];

const OPTIONAL: ReadonlySet<Header> = new Set<Header>([
  'Middle name',
  'Preferred name',
  'Address2',
  'State',
  'Parent Email',
  'Twin (yes/no or Y/N)',
]);

export const UNREADABLE_CSV_MESSAGE = 'Unable to read from CSV';
export const UNPARSABLE_CSV_MESSAGE = 'Unable to parse CSV - is it formatted correctly?';

/** Where the header list and the reasons of a refusal stand beside the message. */
export class CsvImportError extends Error {
  override readonly name = 'CsvImportError';
}

/** The `parse` of csv-parse: its browser build in the browser, its own on the server. */
export type CsvParse = (
  text: string,
  options: {
    delimiter: string;
    to?: number;
    relax_column_count: true;
    relax_quotes: true;
    skip_empty_lines: true;
  },
) => string[][];

export interface CsvImport {
  /** One per row that holds anything, in the file's order. */
  readonly students: readonly DraftStudent[];
  /** Headers that the file does not have though every student needs them, as the specification writes them. */
  readonly missingColumns: readonly string[];
  /** The file has an email column and none for the parents' (decisions, section 5). */
  readonly usesEmailForParents: boolean;
  /** Headers of the file that mean nothing to us. */
  readonly unusedColumns: readonly string[];
  /** What could not be taken over, a sentence each: 'Student 3, Date of birth: …'. */
  readonly problems: readonly string[];
}

/** As much of a cell that cannot be understood as is shown again. */
const SHOWN_OF_CELL = 60;

interface Defaults {
  /** The state of a student whose cell is empty. */
  readonly state: string;
  /** The present day, 'YYYY-MM-DD'. */
  readonly today: string;
}

/**
 * Reads students from a CSV file (specification, section 5). Headers match in any order and case, with and without their
 * bracketed hints. Separators may be commas, semicolons or tabs, whichever gives the most known headers; the text may
 * be UTF-8 (with or without BOM), UTF-16 with BOM, or Windows-1252. Empty cells are skipped, rows without anything are no
 * students. A cell that cannot be understood is left out and named in `problems`.
 *
 * @throws CsvImportError with one of the two messages of the specification's error catalogue
 */
export function importStudents(bytes: Uint8Array, parse: CsvParse, defaults: Defaults): CsvImport {
  const [header = [], ...rows] = tableOf(decodeCsv(bytes), parse);
  const columns = columnsOf(header);
  const used = new Set(columns.filter((column) => column !== null));
  const problems: string[] = [];
  const students = rows
    .map((row) => row.map(restoredCell))
    .filter((row) => columns.some((column, index) => column !== null && (row[index] ?? '') !== ''))
    .map((row, index) =>
      studentOf(row, columns, defaults, (problem) => problems.push(`Student ${index + 1}, ${problem}`)),
    );
  return {
    students,
    missingColumns: STUDENT_CSV_HEADERS.filter((name) => !OPTIONAL.has(name) && !used.has(name)),
    usesEmailForParents: used.has('Email') && !used.has('Parent Email'),
    unusedColumns: header.map(restoredCell).filter((name, index) => columns[index] === null && name !== ''),
    problems,
  };
}

/** The text of a file, by its byte order mark, else UTF-8, else Windows-1252 as older spreadsheets write it. */
function decodeCsv(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function tableOf(text: string, parse: CsvParse): string[][] {
  if (text.includes('\0')) throw new CsvImportError(UNPARSABLE_CSV_MESSAGE);
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true } as const;
  try {
    const [best] = [',', ';', '\t']
      .map((delimiter) => ({
        delimiter,
        known: columnsOf(parse(text, { ...options, delimiter, to: 1 })[0] ?? []).filter(Boolean).length,
      }))
      .sort((one, other) => other.known - one.known);
    if (best !== undefined && best.known > 0) return parse(text, { ...options, delimiter: best.delimiter });
  } catch {
    throw new CsvImportError(UNPARSABLE_CSV_MESSAGE);
  }
  throw new CsvImportError(UNPARSABLE_CSV_MESSAGE);
}

/** What each column of the file is; null for those we do not know and for a second one of the same name. */
function columnsOf(header: readonly string[]): (Header | null)[] {
  const known = new Map(STUDENT_CSV_HEADERS.map((name) => [headerKey(name), name]));
  return header.map((cell) => {
    const key = headerKey(cell);
    const name = known.get(key) ?? null;
    known.delete(key);
    return name;
  });
}

/** A header without its bracketed hint, its case, and anything that is no letter or digit. */
function headerKey(header: string): string {
  return header
    .replace(/\(.*/s, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function studentOf(
  row: readonly string[],
  columns: readonly (Header | null)[],
  { state, today }: Defaults,
  report: (problem: string) => void,
): DraftStudent {
  const cell = (header: Header) => row[columns.indexOf(header)] ?? '';
  const understood = <Value>(
    header: Header,
    read: (text: string) => Value | null,
    otherwise: Value,
    hint: string,
  ) => {
    const text = cell(header);
    if (text === '') return otherwise;
    const value = read(text);
    if (value === null)
      report(`${header.replace(/ \(.*/, '')}: “${text.slice(0, SHOWN_OF_CELL)}” is ${hint}`);
    return value ?? otherwise;
  };
  const hasParentColumn = columns.includes('Parent Email');
  return {
    ...emptyStudent(state),
    first: cell('First name'),
    middle: cell('Middle name'),
    last: cell('Last name'),
    preferred: cell('Preferred name'),
    dateOfBirth: understood(
      'Date of birth (mm/dd/yyyy)',
      (text) => dayOfCell(text, today),
      '',
      'not a date like mm/dd/yyyy.',
    ),
    twin: understood('Twin (yes/no or Y/N)', twinOfCell, false, 'not yes, no, Y or N.'),
    phone: phoneOfCell(cell('Phone')),
    email: cell('Email'),
    parentEmail: hasParentColumn ? cell('Parent Email') : cell('Email'),
    address: {
      ...emptyStudent(state).address,
      address1: cell('Address1'),
      address2: cell('Address2'),
      city: cell('City'),
      state: understood('State', stateOfCell, state, 'not a state; the usual one was set.'),
      ...zipOfCell(cell('Zipcode')),
    },
  };
}
