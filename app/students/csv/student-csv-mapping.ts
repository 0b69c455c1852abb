import {
  type ColumnField,
  type CsvField,
  csvHeaderKeys,
  FULL_NAME,
  ignoredCsvKeys,
  knownCsvField,
  SKIPPED_COLUMN,
  NAME_PARTS,
  NEEDED_CSV_FIELDS,
  suggestedCsvField,
} from '#app/schemas/student-csv-columns.ts';
import type { CsvLine } from '#app/lib/csv/csv-table.ts';
import { isHeader } from '#app/students/csv/student-csv-header.ts';
import { withoutDataKeys } from '#app/schemas/import-mapping.ts';
import { areFullZips, fieldByContent, guessedFields } from '#app/students/csv/student-csv-guess.ts';

/** A school's last column mapping: header keys with the field each one means. */
export type RememberedColumns = Readonly<Record<string, ColumnField | typeof SKIPPED_COLUMN>>;

/**
 * KNOWN: headers of the specification and our exports. IGNORED: our columns without student data. BLANK: no values.
 * The user decides about SUGGESTED and UNKNOWN.
 */
export type ColumnOrigin = 'KNOWN' | 'REMEMBERED' | 'IGNORED' | 'BLANK' | 'SUGGESTED' | 'UNKNOWN';

export interface CsvColumn {
  /** Column index, from 0. */
  readonly index: number;
  readonly header: string;
  /** Key to remember the column by; empty if it has no header. */
  readonly key: string;
  /** The first few distinct values. */
  readonly samples: readonly string[];
  readonly origin: ColumnOrigin;
  /** Null if the column isn't imported. */
  readonly field: ColumnField | null;
}

type UnmatchedColumn = Omit<CsvColumn, 'origin' | 'field'>;

const SAMPLES = 3;

/** Returns the columns of a file, mapped as far as they are recognized. `headerAt` is null if there is no header. */
export function csvColumnsOf(
  lines: readonly CsvLine[],
  headerAt: number | null,
  remembered: RememberedColumns,
): CsvColumn[] {
  const header = headerAt === null ? [] : (lines[headerAt]?.cells ?? []);
  const rows = studentLinesOf(lines, headerAt);
  const width = Math.max(0, header.length, ...rows.map(({ cells }) => cells.length));
  const keys = csvHeaderKeys(header);
  const ignored = ignoredCsvKeys(keys);
  const bare = Array.from({ length: width }, (_, index) => ({
    index,
    header: header[index] ?? '',
    key: keys[index] ?? '',
    samples: samplesOf(rows, index),
  })).filter(({ header: name, samples }) => name !== '' || samples.length > 0);

  const valuesOf = (index: number) => rows.map(({ cells }) => cells[index] ?? '');
  const fitting = (field: ColumnField | null, { index }: UnmatchedColumn) =>
    field === null || (field === 'zip4' && areFullZips(valuesOf(index))) ? undefined : field;
  const named =
    (rule: (column: UnmatchedColumn) => ColumnField | null | undefined) => (column: UnmatchedColumn) =>
      column.key === '' ? undefined : rule(column);
  /** The most reliable rule first. The first one that returns a free field, or null for none, decides. */
  const rules: readonly (readonly [
    ColumnOrigin,
    (column: UnmatchedColumn) => ColumnField | null | undefined,
  ])[] = [
    ['KNOWN', named((column) => fitting(knownCsvField(column.key), column))],
    ['IGNORED', named(({ key }) => (ignored.has(key) ? null : undefined))],
    ['REMEMBERED', named(({ key }) => rememberedField(remembered, key))],
    ['BLANK', ({ samples }) => (samples.length === 0 ? null : undefined)],
    ['SUGGESTED', named((column) => fitting(suggestedCsvField(column.key), column))],
    ['SUGGESTED', named((column) => fieldByContent(column.header, valuesOf(column.index)) ?? undefined)],
  ];
  const meanings = new Map<number, Pick<CsvColumn, 'origin' | 'field'>>();
  const usedFields = new Set<ColumnField>();
  for (const [origin, rule] of rules) {
    for (const column of bare.filter(({ index }) => !meanings.has(index))) {
      const field = rule(column);
      if (field === undefined || (field !== null && usedFields.has(field))) continue;
      meanings.set(column.index, { origin, field });
      if (field !== null) usedFields.add(field);
    }
  }
  const guessed = headerAt === null ? guessedFields(rows) : new Map<number, ColumnField>();
  for (const [index, field] of guessed) meanings.set(index, { origin: 'SUGGESTED', field });
  return bare.map((column) => ({
    ...column,
    ...(meanings.get(column.index) ?? { origin: 'UNKNOWN', field: null }),
  }));
}

/** Returns the lines below the header, which may end with lines that aren't students. */
export function studentLinesOf(lines: readonly CsvLine[], headerAt: number | null): readonly CsvLine[] {
  return headerAt === null ? lines : lines.slice(headerAt + 1);
}

/** Returns the required fields without a column. */
export function missingFields(columns: readonly CsvColumn[]): CsvField[] {
  const found = new Set(columns.map(({ field }) => field));
  return NEEDED_CSV_FIELDS.filter(
    (field) => !found.has(field) && !(found.has(FULL_NAME) && isNamePart(field)),
  );
}

export function isNamePart(field: CsvField): field is (typeof NAME_PARTS)[number] {
  return NAME_PARTS.some((part) => part === field);
}

/** Returns whether the user has to map columns before the import. */
export function asksForColumns(columns: readonly CsvColumn[]): boolean {
  return columns.some(isUndecided) || missingFields(columns).length > 0;
}

/** Returns whether the user has to decide what this column means. */
export function isUndecided({ origin }: CsvColumn): boolean {
  return origin === 'SUGGESTED' || origin === 'UNKNOWN';
}

/** Returns the fields selected for more than one column. */
export function fieldsChosenTwice(columns: readonly CsvColumn[]): ColumnField[] {
  const chosen = columns.flatMap(({ field }) => (field === null ? [] : [field]));
  return [...new Set(chosen.filter((field, at) => chosen.indexOf(field) !== at))];
}

/**
 * Returns the mapping to remember, without headers that are recognized anyway. It's empty unless the header row surely is
 * one, because the user may have chosen a student's row.
 */
export function columnsToRemember(columns: readonly CsvColumn[]): RememberedColumns {
  if (!isHeader(columns.map(({ header }) => header))) return {};
  return withoutDataKeys(
    Object.fromEntries(
      columns
        .filter((column) => column.key !== '' && (column.origin === 'REMEMBERED' || isUndecided(column)))
        .map(({ key, field }) => [key, field ?? SKIPPED_COLUMN]),
    ),
  );
}

function rememberedField(remembered: RememberedColumns, key: string): ColumnField | null | undefined {
  const field = Object.hasOwn(remembered, key) ? remembered[key] : undefined;
  return field === SKIPPED_COLUMN ? null : field;
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
