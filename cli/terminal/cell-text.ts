import { formatInZone, isoInZone } from '#app/lib/time/zoned-time.ts';

export interface TimeStyle {
  readonly timeZone: string;
  readonly isUtc: boolean;
}

/** Formats a cell for people. */
export function cellForPeople(cell: Cell, style: TimeStyle): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (typeof cell === 'object')
    return 'at' in cell ? formatInZone(cell.at, zoneOf(style)) : cell.list.join(', ');
  return String(cell);
}

/** Formats a cell for programs, with times in ISO 8601 with their offset. */
export function cellForPrograms(cell: Cell, style: TimeStyle): string {
  if (cell !== null && typeof cell === 'object') {
    return 'at' in cell ? isoInZone(cell.at, zoneOf(style)) : cell.list.join('; ');
  }
  return cellForPeople(cell, style);
}

function zoneOf({ timeZone, isUtc }: TimeStyle): string {
  return isUtc ? 'UTC' : timeZone;
}

/** The value of a cell. `at` is an instant in ISO 8601. */
type Cell = string | number | boolean | null | { readonly at: string } | { readonly list: readonly string[] };

/** A column of tables and CSV; JSON has the row objects instead. */
export interface Column<Row> {
  /** Never 'ID' for a first column: Excel doesn't open CSV files that start with it. */
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => Cell;
}

/** Returns a cell for an instant that may be null. */
export function instant(iso: string | null): Cell {
  return iso === null ? null : { at: iso };
}
