import { formatInZone, zoneFormatters } from '#app/lib/time/zoned-time.ts';

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
    return 'at' in cell ? isoWithOffset(cell.at, zoneOf(style)) : cell.list.join('; ');
  }
  return cellForPeople(cell, style);
}

function zoneOf({ timeZone, isUtc }: TimeStyle): string {
  return isUtc ? 'UTC' : timeZone;
}

/** Formats a time like `2026-11-21T05:22:00-09:00`. */
function isoWithOffset(iso: string, timeZone: string): string {
  if (timeZone === 'UTC') return new Date(iso).toISOString().replace('.000Z', 'Z');
  const figures = formatterFor(timeZone).formatToParts(Date.parse(iso));
  const figure = (type: Intl.DateTimeFormatPartTypes) =>
    figures.find((part) => part.type === type)?.value ?? '';
  const offset = figure('timeZoneName').replace('GMT', '') || '+00:00';
  const day = `${figure('year')}-${figure('month')}-${figure('day')}`;
  return `${day}T${figure('hour')}:${figure('minute')}:${figure('second')}${offset}`;
}

const formatterFor = zoneFormatters({
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

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
