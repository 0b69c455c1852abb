import { CsvImportError, type CsvKind, notCsv, tooLargeCsv } from '#app/lib/csv/csv-text.ts';

/** The `parse` of csv-parse: the browser build in the browser, the Node build on the server. */
export type CsvParse = (
  text: string,
  options: {
    delimiter: string;
    record_delimiter: string[];
    on_record: (cells: string[]) => string[];
    max_record_size: number;
    relax_column_count: true;
    relax_quotes: true;
  },
) => string[][];

/** A row with at least one non-empty cell. */
export interface CsvLine {
  /** Row number in a spreadsheet, from 1. */
  readonly number: number;
  /** Cleaned texts; rows may have different lengths. */
  readonly cells: readonly string[];
}

/** Titles and dates may precede the header row. */
export const HEADER_SEARCH_LINES = 20;
export const MAX_CSV_ROWS = 5_000;
export const MAX_CSV_COLUMNS = 200;
const MAX_ROW_CHARACTERS = 200_000;
/** Includes those of empty cells, which are read quickly and then dropped. */
const MAX_DELIMITERS = 1_000_000;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How much of the text is used to detect the delimiter. */
const SAMPLE_CHARACTERS = 50_000;
const SAMPLE_LINES = 30;

/**
 * Returns the non-empty rows of a CSV text or pasted cells. The delimiter is the one with the most known headers, then
 * the most regular rows, unless a first line like 'sep=;' sets it.
 *
 * @throws {CsvImportError} when the text is empty, not CSV, or exceeds a limit
 */
export function csvLinesOf(text: string, parse: CsvParse, kind: CsvKind): CsvLine[] {
  if (text.includes('\0') || /^\s*<(!doctype|html|table|\?xml)/i.test(text)) {
    throw notCsv(kind);
  }
  const declared = /^sep=([,;\t|])\r?\n/i.exec(text);
  const rows = parsed(text, { delimiter: declared?.[1] ?? delimiterOf(text, kind), parse, kind });
  const lines = filledLinesOf(rows, kind).filter(({ number }) => declared === null || number > 1);
  if (lines.length === 0) throw new CsvImportError('The file is empty.');
  return lines;
}

/**
 * Returns the non-empty rows of a table that is already split into cells, such as a sheet of a workbook.
 *
 * @throws {CsvImportError} when it exceeds a limit
 */
export function csvLinesOfRows(rows: readonly string[][], kind: CsvKind): CsvLine[] {
  const lines = filledLinesOf(rows.map(withinLimits(kind)), kind);
  if ((lines.at(-1)?.number ?? 0) > maxRowsOf(kind)) throw tooManyRows(kind);
  return lines;
}

function filledLinesOf(rows: readonly (readonly string[])[], kind: CsvKind): CsvLine[] {
  return rows
    .map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => kind.clean(cell)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function tooManyCells(kind: CsvKind): CsvImportError {
  return tooLargeCsv(`The file has more than ${grouped(kind.maxCells)} cells.`, kind);
}

function maxRowsOf({ maxRows = MAX_CSV_ROWS }: CsvKind): number {
  return maxRows;
}

function tooManyRows(kind: CsvKind): CsvImportError {
  return tooLargeCsv(`The file has more than ${grouped(maxRowsOf(kind))} rows.`, kind);
}

/** Limits how long parsing takes. Runs before it, so it also counts what is in quoted or empty cells. */
function refuseManyCells(text: string, delimiter: string, kind: CsvKind): void {
  const lineBreak = text.includes('\n') ? '\n' : '\r';
  const maxDelimiters = Math.max(MAX_DELIMITERS, kind.maxCells);
  if (hasMore(text, lineBreak, kind.maxCells) || hasMore(text, delimiter, maxDelimiters)) {
    throw tooManyCells(kind);
  }
}

function hasMore(text: string, mark: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0 && count <= most; at = text.indexOf(mark, at + 1)) count += 1;
  return count > most;
}

/** Returns a function that drops empty cells at the end of a row, and refuses what exceeds a limit. */
function withinLimits(kind: CsvKind): (cells: string[]) => string[] {
  const { maxCellCharacters } = kind;
  const read = { rows: 0, filled: 0, cells: 0 };
  return (row) => {
    const cells = row.slice(0, row.findLastIndex((cell) => cell.trim() !== '') + 1);
    read.rows += 1;
    if (cells.length > 0) read.filled += 1;
    read.cells += cells.length;
    if (read.filled > maxRowsOf(kind)) throw tooManyRows(kind);
    if (read.cells > kind.maxCells) throw tooManyCells(kind);
    if (cells.length > MAX_CSV_COLUMNS) {
      throw tooLargeCsv(`The file has more than ${MAX_CSV_COLUMNS} columns.`, kind);
    }
    const long = cells.findIndex((cell) => cell.length > maxCellCharacters) + 1;
    if (long > 0) {
      throw new CsvImportError(
        `The cell in row ${read.rows}, column ${long} has more than ${grouped(maxCellCharacters)} characters.`,
        'Shorten it, then try again.',
      );
    }
    return cells;
  };
}

function grouped(limit: number): string {
  return limit.toLocaleString('en-US');
}

interface Reading {
  readonly delimiter: string;
  readonly parse: CsvParse;
  readonly kind: CsvKind;
}

function parsed(text: string, { delimiter, parse, kind }: Reading): string[][] {
  refuseManyCells(text, delimiter, kind);
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: withinLimits(kind),
      max_record_size: MAX_ROW_CHARACTERS,
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    throw error instanceof CsvImportError ? error : notCsv(kind);
  }
}

function delimiterOf(text: string, kind: CsvKind): string {
  const lines = unquoted(text.slice(0, SAMPLE_CHARACTERS))
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES);
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, ...fitOf(lines, delimiter, kind) })).sort(
    (one, other) => other.known - one.known || other.regular - one.regular || other.columns - one.columns,
  );
  return best?.delimiter ?? ',';
}

/** Replaces delimiters and line breaks in quoted cells with spaces, so they don't count. */
function unquoted(text: string): string {
  return text.replace(
    /(^|[,;\t|\r\n])"((?:[^"]|"")*)"(?=[,;\t|\r\n]|$)/g,
    (_quoted, before: string, content: string) => `${before}${content.replace(/[,;\t|\r\n]/g, ' ')}`,
  );
}

/** Rates a delimiter: the most known headers in one row, and how many rows have the same number of columns. */
function fitOf(lines: readonly string[], delimiter: string, kind: CsvKind) {
  const rows = lines.map((line) => line.split(delimiter));
  const known = Math.max(0, ...rows.map((cells) => cells.filter((cell) => kind.isHeader(cell)).length));
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [columns, regular] = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [
    0, 0,
  ];
  return { known, columns, regular };
}
