import { parse } from 'csv-parse/sync';
import { type CsvLine, csvLinesOf, HEADER_SEARCH_LINES } from '#app/lib/csv/csv-table.ts';
import { CsvImportError, type CsvKind, decodeCsv, isWorkbook, noKnownColumn } from '#app/lib/csv/csv-text.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import { importedCell, type ImportKind } from '#app/schemas/import-kinds.ts';
import { NO_FIELD } from '#app/schemas/school-columns.ts';
import { csvHeaderKey } from '#app/schemas/student-csv-columns.ts';

/** How to read a list. */
export interface TableOptions {
  /** 'HEADER=FIELD', where the field 'none' doesn't import the column. Wins over what the headers say. */
  readonly column?: readonly string[] | undefined;
  /** The sheet of a workbook; by default the one with the most known headers. */
  readonly sheet?: string | undefined;
}

export interface ImportedTable<Field extends string> {
  /** The lines below the header row. */
  readonly lines: readonly CsvLine[];
  /** The header of each field that has a column. */
  readonly headers: ReadonlyMap<Field, string>;
  /** The columns whose header isn't one of ours. */
  readonly matched: readonly { readonly header: string; readonly field: Field }[];
  /** Headers of columns that aren't imported. */
  readonly ignoredHeaders: readonly string[];
  /** Returns a line's cell; empty without a column. */
  cell(line: CsvLine, field: Field): string;
}

/**
 * Reads a CSV file or a workbook, and matches its columns. Only for the command line, because a large file blocks other
 * requests (ADR 58).
 * @throws {Invalid} on ['file'] when it isn't such a list, on ['sheet'] for an unknown sheet, on ['column'] for a choice that
 * doesn't fit
 */
export async function readImportedTable<Field extends string>(
  bytes: Uint8Array,
  kind: ImportKind<Field>,
  { column = [], sheet }: TableOptions,
): Promise<ImportedTable<Field>> {
  if (sheet !== undefined && !isWorkbook(bytes)) throw refused('sheet', IMPORT_MESSAGES.sheetOfCsv);
  const chosen = chosenFields(kind, column);
  const isHeader = (cell: string) => kind.csv.isHeader(cell) || chosen.has(csvHeaderKey(cell));
  const csv = { ...kind.csv, isHeader };
  try {
    return tableOf(await linesOf(bytes, csv, sheet), { ...kind, csv }, { choices: column, chosen });
  } catch (error) {
    if (!(error instanceof CsvImportError)) throw error;
    const issues = [error.message, ...error.remarks].map((message) => ({ path: ['file'], message }));
    throw new Invalid(issues, error.message);
  }
}

async function linesOf(
  bytes: Uint8Array,
  csv: CsvKind,
  sheet: string | undefined,
): Promise<readonly CsvLine[]> {
  if (!isWorkbook(bytes)) return csvLinesOf(decodeCsv(bytes, csv), parse, csv);
  const { workbookList } = await import('#app/lib/csv/workbook.ts');
  return workbookList(bytes, { ...csv, clean: importedCell }, sheet);
}

/** What the user says about the columns. */
interface ColumnChoices<Field extends string> {
  readonly choices: readonly string[];
  /** By `csvHeaderKey`; null for columns that aren't imported. */
  readonly chosen: ReadonlyMap<string, Field | null>;
}

function tableOf<Field extends string>(
  lines: readonly CsvLine[],
  kind: ImportKind<Field>,
  { choices, chosen }: ColumnChoices<Field>,
): ImportedTable<Field> {
  const scores = lines
    .slice(0, HEADER_SEARCH_LINES)
    .map(({ cells }) => cells.filter((cell) => kind.csv.isHeader(cell)).length);
  const at = scores.indexOf(Math.max(0, ...scores));
  const headers = lines[at]?.cells ?? [];
  const absent = choices.find((choice) => !headers.some((header) => isSame(header, headerOf(choice))));
  if (absent !== undefined) throw refused('column', IMPORT_MESSAGES.noColumn(headerOf(absent)));
  const below = lines.slice(at + 1);
  const columns = fieldsOf(headers, kind, chosen);
  if (columns.size === 0) throw noKnownColumn(kind.csv);
  if (below.length === 0) throw new CsvImportError(IMPORT_MESSAGES.noRows);
  const indexes = new Map([...columns].map(([index, field]) => [field, index]));
  const isOwn = (header: string) => kind.ownField(csvHeaderKey(header)) !== null;
  return {
    lines: below,
    headers: new Map([...columns].map(([index, field]) => [field, headers[index] ?? ''])),
    matched: [...columns].flatMap(([index, field]) => {
      const header = headers[index] ?? '';
      return isOwn(header) && !chosen.has(csvHeaderKey(header)) ? [] : [{ header, field }];
    }),
    ignoredHeaders: headers.filter(
      (header, index) => header !== '' && !columns.has(index) && !kind.derivedKeys.has(csvHeaderKey(header)),
    ),
    cell: ({ cells }, field) => {
      const index = indexes.get(field);
      return index === undefined ? '' : (cells[index] ?? '');
    },
  };
}

/** Returns each column's field by its index: the chosen one, else its own, else the usual one if it's still free. */
function fieldsOf<Field extends string>(
  headers: readonly string[],
  kind: ImportKind<Field>,
  chosen: ReadonlyMap<string, Field | null>,
): ReadonlyMap<number, Field> {
  const found = new Map<number, Field>();
  const decided = new Set<number>();
  const rules: readonly ((key: string) => Field | null | undefined)[] = [
    (key) => chosen.get(key),
    (key) => kind.ownField(key) ?? undefined,
    (key) => kind.fieldOfCommonHeader(key) ?? undefined,
  ];
  for (const [priority, rule] of rules.entries()) {
    for (const [index, header] of headers.entries()) {
      const key = csvHeaderKey(header);
      if (key === '' || decided.has(index) || kind.derivedKeys.has(key)) continue;
      const field = rule(key);
      if (field === undefined) continue;
      const isTaken = field !== null && [...found.values()].includes(field);
      if (isTaken && priority < 2) throw new CsvImportError(...IMPORT_MESSAGES.columnTwice(header));
      if (isTaken) continue;
      decided.add(index);
      if (field !== null) found.set(index, field);
    }
  }
  return found;
}

function chosenFields<Field extends string>(
  { fields }: ImportKind<Field>,
  choices: readonly string[],
): ReadonlyMap<string, Field | null> {
  return new Map(
    choices.map((choice) => {
      const name = choice.slice(headerOf(choice).length + 1);
      const field = fields.find((known) => known === name);
      if (field === undefined && name !== NO_FIELD) {
        throw refused('column', IMPORT_MESSAGES.noField(name, [...fields, NO_FIELD]));
      }
      return [csvHeaderKey(headerOf(choice)), field ?? null];
    }),
  );
}

/** Returns the header of 'HEADER=FIELD'. Only the header may contain further equals signs. */
function headerOf(choice: string): string {
  return choice.slice(0, Math.max(0, choice.lastIndexOf('=')));
}

function isSame(header: string, other: string): boolean {
  return csvHeaderKey(header) === csvHeaderKey(other);
}

function refused(path: string, message: string): Invalid {
  return new Invalid([{ path: [path], message }], message);
}
