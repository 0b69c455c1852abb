import {
  type CsvField,
  csvHeaderKey,
  ignoredCsvKeys,
  knownCsvField,
  LEFT_OUT,
  NEEDED_CSV_FIELDS,
  suggestedCsvField,
} from '#app/schemas/student-csv-columns.ts';
import type { CsvLine } from '#app/lib/csv/csv-table.ts';

/** How a school's spreadsheets were last understood: header keys, each with the column of the import that it means. */
export type RememberedColumns = Readonly<Record<string, CsvField | typeof LEFT_OUT>>;

/**
 * KNOWN are the specification's headers and our exports', IGNORED those of our own files that say nothing about a student, BLANK has
 * nothing in any row; SUGGESTED and UNKNOWN are a person's to decide.
 */
export type ColumnOrigin = 'KNOWN' | 'REMEMBERED' | 'IGNORED' | 'BLANK' | 'SUGGESTED' | 'UNKNOWN';

export interface CsvColumn {
  /** The place in the rows, from 0. */
  readonly index: number;
  /** As the file writes it; empty where it has none. */
  readonly header: string;
  /** What it is remembered by; empty where it has no header. */
  readonly key: string;
  /** Its first few different texts. */
  readonly samples: readonly string[];
  readonly origin: ColumnOrigin;
  /** What it means; null leaves it out. */
  readonly field: CsvField | null;
}

const SAMPLES = 3;

/** The columns of a file whose header is the line at `headerAt` (null: none), as far as they are understood by themselves. */
export function csvColumnsOf(
  lines: readonly CsvLine[],
  headerAt: number | null,
  remembered: RememberedColumns,
): CsvColumn[] {
  const header = headerAt === null ? [] : (lines[headerAt]?.cells ?? []);
  const rows = studentLinesOf(lines, headerAt);
  const width = Math.max(0, header.length, ...rows.map(({ cells }) => cells.length));
  const keys = uniqueKeys(header);
  const ignored = ignoredCsvKeys(keys);
  const bare = Array.from({ length: width }, (_, index) => ({
    index,
    header: header[index] ?? '',
    key: keys[index] ?? '',
    samples: samplesOf(rows, index),
  })).filter(({ header: name, samples }) => name !== '' || samples.length > 0);

  const meanings = new Map<number, Pick<CsvColumn, 'origin' | 'field'>>();
  const taken = new Set<CsvField>();
  const settle = (origin: ColumnOrigin, meaningOf: (key: string) => CsvField | null | undefined) => {
    for (const { index, key, samples } of bare) {
      if (meanings.has(index) || (key === '' && origin !== 'BLANK')) continue;
      const field = origin === 'BLANK' && samples.length > 0 ? undefined : meaningOf(key);
      if (field === undefined || (field !== null && taken.has(field))) continue;
      meanings.set(index, { origin, field });
      if (field !== null) taken.add(field);
    }
  };
  settle('KNOWN', (key) => knownCsvField(key) ?? undefined);
  settle('IGNORED', (key) => (ignored.has(key) ? null : undefined));
  settle('REMEMBERED', (key) => rememberedField(remembered, key));
  settle('BLANK', () => null);
  settle('SUGGESTED', (key) => suggestedCsvField(key) ?? undefined);
  return bare.map((column) => ({
    ...column,
    ...(meanings.get(column.index) ?? { origin: 'UNKNOWN', field: null }),
  }));
}

/** The lines below the header: one a student, or what stands at the end of such files. */
export function studentLinesOf(lines: readonly CsvLine[], headerAt: number | null): readonly CsvLine[] {
  return headerAt === null ? lines : lines.slice(headerAt + 1);
}

/** Headers that every student needs and no column has. */
export function missingFields(columns: readonly CsvColumn[]): CsvField[] {
  return NEEDED_CSV_FIELDS.filter((field) => columns.every((column) => column.field !== field));
}

/** Whether a person has to say what the columns mean before anything else. */
export function asksForColumns(columns: readonly CsvColumn[]): boolean {
  return columns.some(isUndecided) || missingFields(columns).length > 0;
}

/** Whether this column is a person's to decide. */
export function isUndecided({ origin }: CsvColumn): boolean {
  return origin === 'SUGGESTED' || origin === 'UNKNOWN';
}

/** What more than one column was chosen for. */
export function fieldsChosenTwice(columns: readonly CsvColumn[]): CsvField[] {
  const chosen = columns.flatMap(({ field }) => (field === null ? [] : [field]));
  return [...new Set(chosen.filter((field, at) => chosen.indexOf(field) !== at))];
}

/** What is to be remembered of a choice: headers only, never a cell, and none that are known by themselves. */
export function columnsToRemember(columns: readonly CsvColumn[]): RememberedColumns {
  return Object.fromEntries(
    columns
      .filter((column) => column.key !== '' && (column.origin === 'REMEMBERED' || isUndecided(column)))
      .map(({ key, field }) => [key, field ?? LEFT_OUT]),
  );
}

function rememberedField(remembered: RememberedColumns, key: string): CsvField | null | undefined {
  const field = Object.hasOwn(remembered, key) ? remembered[key] : undefined;
  return field === LEFT_OUT ? null : field;
}

/** The headers' keys; a second one of the same name is 'email#2'. */
function uniqueKeys(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((name) => {
    const key = csvHeaderKey(name);
    if (key === '') return '';
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  });
}

function samplesOf(rows: readonly CsvLine[], index: number): string[] {
  const samples = new Set<string>();
  for (const { cells } of rows) {
    const cell = cells[index] ?? '';
    if (cell !== '') samples.add(cell);
    if (samples.size === SAMPLES) break;
  }
  return [...samples];
}
