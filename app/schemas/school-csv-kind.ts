import type { CsvKind } from '#app/lib/csv/csv-text.ts';
import { HIGH_SCHOOL_FIELD_LIST, type HighSchoolFieldName } from '#app/schemas/high-school-fields.ts';
import { unguardedCell } from '#app/lib/csv/formula-guard.ts';

const ADDRESS_PARTS = ['address1', 'address2', 'city', 'zip5', 'zip4'] as const;
/** Columns of our exports: the school's ID, and its address on one line. */
const EXPORTED = ['id', 'address'] as const;
export type SchoolCsvField = HighSchoolFieldName | (typeof ADDRESS_PARTS)[number] | (typeof EXPORTED)[number];

/** Columns of the template, matched by letters and digits only and ignoring case. */
export const SCHOOL_CSV_HEADERS: readonly SchoolCsvField[] = [
  ...HIGH_SCHOOL_FIELD_LIST.map(([name]) => name),
  ...ADDRESS_PARTS,
];

/** What a column of a list can contain. */
export const SCHOOL_CSV_FIELDS: readonly SchoolCsvField[] = [...SCHOOL_CSV_HEADERS, ...EXPORTED];

const OTHER_HEADERS: Readonly<Partial<Record<SchoolCsvField, readonly string[]>>> = {
  name: ['school', 'school name', 'high school', 'high school name'],
  phone: ['phone number', 'telephone', 'telephone number'],
  fax: ['fax number'],
  address1: ['street', 'street address', 'address line 1'],
  address2: ['address line 2'],
  city: ['town'],
  zip5: ['zip', 'zip code', 'postal code'],
  zip4: ['zip extension', 'zip code extension'],
  bannerCode: ['banner'],
  salesforceId: ['salesforce'],
  notes: ['note', 'comments'],
};

/** Same as the maximum length of notes. */
const MAX_CELL_CHARACTERS = 10_000;
const HEADER_LENGTH_MAX = 60;

const FIELDS: ReadonlyMap<string, SchoolCsvField> = new Map(
  SCHOOL_CSV_FIELDS.map((field) => [keyOf(field), field]),
);
const OTHER_FIELDS: ReadonlyMap<string, SchoolCsvField> = new Map(
  SCHOOL_CSV_HEADERS.flatMap((field) =>
    (OTHER_HEADERS[field] ?? []).map((header) => [keyOf(header), field] as const),
  ),
);

/** Returns the field of a header, like 'Banner code' or 'bannerCode'; null if it is unknown. */
export function schoolCsvField(header: string): SchoolCsvField | null {
  const key = keyOf(header);
  return FIELDS.get(key) ?? OTHER_FIELDS.get(key) ?? null;
}

/**
 * Returns each column's field. A common header counts only if no column has the field's own name. Next to a city or a
 * ZIP code, an address is only the street.
 */
export function schoolCsvFields(headers: readonly string[]): (SchoolCsvField | null)[] {
  const known = headers.map(schoolCsvField);
  const isSplit = known.includes('city') || known.includes('zip5');
  const street = known.includes('address1') ? null : 'address1';
  const own = headers
    .map((header) => FIELDS.get(keyOf(header)) ?? null)
    .map((field) => (field === 'address' && isSplit ? street : field));
  return headers.map((header, index) => {
    const field = own[index] ?? OTHER_FIELDS.get(keyOf(header)) ?? null;
    return own[index] === null && own.includes(field) ? null : field;
  });
}

/** Headers of our exports that can't be imported. */
const NOT_IMPORTED: readonly string[] = ['staff', 'approveddesignations'];

/** Returns whether a header is a column of our exports that can't be imported. */
export function isNotImported(header: string): boolean {
  return NOT_IMPORTED.includes(keyOf(header));
}

/** Returns whether a header is a field's own name, like 'Banner code' or 'bannerCode'. */
export function isOwnHeader(header: string): boolean {
  return FIELDS.has(keyOf(header));
}

export const SCHOOL_CSV: CsvKind = {
  headers: SCHOOL_CSV_HEADERS,
  subject: 'the schools',
  maxCellCharacters: MAX_CELL_CHARACTERS,
  canPaste: true,
  maxCells: 60_000,
  isHeader: (cell) => schoolCsvField(cell) !== null,
  clean: (cell) => unguardedCell(cell).replace(/\r\n?/g, '\n').trim(),
};

function keyOf(header: string): string {
  return header
    .slice(0, HEADER_LENGTH_MAX)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
