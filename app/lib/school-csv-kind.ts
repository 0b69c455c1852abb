import type { CsvKind } from '#app/lib/csv-text.ts';
import { unguardedCell } from '#app/lib/formula-guard.ts';

/** The columns of a list of schools; they are found by their letters and digits, whatever their case. */
export const SCHOOL_CSV_HEADERS = [
  'name',
  'phone',
  'fax',
  'address1',
  'address2',
  'city',
  'zip5',
  'zip4',
  'bannerCode',
  'salesforceId',
  'notes',
  'status',
] as const;
export type SchoolCsvField = (typeof SCHOOL_CSV_HEADERS)[number];

/** As long as notes may be. */
const MAX_CELL_CHARACTERS = 10_000;
const HEADER_LENGTH_MAX = 60;

const FIELDS: ReadonlyMap<string, SchoolCsvField> = new Map(
  SCHOOL_CSV_HEADERS.map((field) => [keyOf(field), field]),
);

/** What a column holds: 'Banner code' as well as 'bannerCode'; null for one that such lists do not have. */
export function schoolCsvField(header: string): SchoolCsvField | null {
  return FIELDS.get(keyOf(header)) ?? null;
}

/** A list of high schools, to add and change them. */
export const SCHOOL_CSV: CsvKind = {
  headers: SCHOOL_CSV_HEADERS,
  subject: 'the schools',
  maxCellCharacters: MAX_CELL_CHARACTERS,
  isHeader: (cell) => schoolCsvField(cell) !== null,
  clean: (cell) => unguardedCell(cell).replace(/\r\n?/g, '\n').trim(),
};

function keyOf(header: string): string {
  return header
    .slice(0, HEADER_LENGTH_MAX)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
