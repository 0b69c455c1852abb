import { unguardedCell } from '#app/lib/csv/formula-guard.ts';
import type { CsvKind } from '#app/lib/csv/csv-text.ts';
import { csvHeaderKey } from './student-csv-columns.ts';

/** What the columns of a list can contain, and which headers mean it. */
export interface ImportKind<Field extends string> {
  readonly csv: CsvKind;
  /** In the order of the template. */
  readonly fields: readonly Field[];
  /** Returns the field of one of our own headers, by `csvHeaderKey`; null for others. */
  ownField(key: string): Field | null;
  /** Returns the field that a header of another program probably means, by `csvHeaderKey`; null if there is none. */
  fieldOfCommonHeader(key: string): Field | null;
  /** Keys of our own headers that can't be imported. */
  readonly derivedKeys: ReadonlySet<string>;
}

const MEGABYTES = 50;

/** Limits of the lists that the command line imports: a year of 3,500 schools with room to spare. */
export const IMPORT_LIMITS = {
  maxBytes: MEGABYTES * 1024 * 1024,
  maxUnpackedBytes: 300_000_000,
  maxRows: 100_000,
  maxCells: 5_000_000,
  /** The same as of the longest text, the notes of a school. */
  maxCellCharacters: 10_000,
  /** Dates such as that of a submission may have a time. */
  hasTimes: true,
} as const;

/** Removes the guard of a CSV cell, and surrounding spaces. */
export function importedCsvCell(cell: string): string {
  return importedCell(unguardedCell(cell));
}

/** Removes surrounding spaces. The cells of workbooks have no guard. */
export function importedCell(cell: string): string {
  return cell.replace(/\r\n?/g, '\n').trim();
}

/** Returns the fields by the keys of these headers, separated by '|'. */
export function fieldsByKey<Field extends string>(
  headers: Readonly<Partial<Record<Field, string>>>,
): ReadonlyMap<string, Field> {
  const all = Object.entries(headers) as [Field, string][];
  return new Map(
    all.flatMap(([field, names]) => names.split('|').map((name) => [csvHeaderKey(name), field] as const)),
  );
}
