import { counted } from '#app/lib/text/counted.ts';
import { type DraftStudent, isFilledIn } from '#app/students/draft-students.ts';
import type { ColumnField, CsvField } from '#app/schemas/student-csv-columns.ts';
import {
  type DateQuestion,
  type DateReading,
  dateReadingOf,
  USUAL_DATE_READING,
} from '#app/students/csv/student-csv-dates.ts';
import {
  countTooMany,
  type FillMode,
  freeSlots,
  type ImportCount,
} from '#app/students/csv/student-csv-fill.ts';
import { findHeader, type FoundHeader } from '#app/students/csv/student-csv-header.ts';
import {
  asksForColumns,
  type CsvColumn,
  csvColumnsOf,
  type RememberedColumns,
  studentLinesOf,
} from '#app/students/csv/student-csv-mapping.ts';
import { matchedRows } from '#app/students/csv/student-csv-match.ts';
import {
  type CsvRow,
  csvRowOf,
  dateCells,
  filledLines,
  identicalRows,
  type RowEdits,
  type RowReading,
} from '#app/students/csv/student-csv-rows.ts';
import type { CsvLine } from '#app/lib/csv/csv-table.ts';

/** A CSV file or pasted cells have one sheet without a name. */
interface SourceSheet {
  readonly name: string;
  readonly lines: readonly CsvLine[];
}

export interface ImportSource {
  readonly sheets: readonly SourceSheet[];
  readonly remembered: RememberedColumns;
  readonly name: string;
}

/** State for rows without one, and the current date, YYYY-MM-DD. */
export interface ImportDefaults {
  readonly state: string;
  readonly today: string;
}

export type ImportStage = 'sheet' | 'columns' | 'dates' | 'preview';

/** State of an import. The forms don't change until it is confirmed. */
export interface ImportState {
  readonly source: ImportSource;
  readonly defaults: ImportDefaults;
  readonly forms: readonly DraftStudent[];
  readonly stage: ImportStage;
  /** Index of the sheet that is imported. */
  readonly sheet: number;
  /** Index of the header line; null if there is none, 'unknown' if the user must choose. */
  readonly headerAt: number | null | 'unknown';
  readonly columns: readonly CsvColumn[];
  readonly question: DateQuestion | null;
  readonly dates: DateReading;
  readonly rows: readonly CsvRow[];
  /** Line numbers of the skipped rows. */
  readonly skippedLines: ReadonlySet<number>;
  readonly mode: FillMode;
}

export interface CellEdit {
  readonly number: number;
  readonly field: CsvField;
  readonly text: string;
}

export type ImportAction =
  | { readonly type: 'sheet'; readonly index: number }
  | { readonly type: 'header'; readonly at: number | null | 'unknown' }
  | { readonly type: 'column'; readonly index: number; readonly field: ColumnField | null }
  | { readonly type: 'columnsDone' }
  | { readonly type: 'datesDone'; readonly dates: DateReading }
  | { readonly type: 'back'; readonly to: ImportStage }
  | { readonly type: 'edit'; readonly edits: readonly CellEdit[] }
  | { readonly type: 'select'; readonly number: number; readonly isSelected: boolean }
  | { readonly type: 'selectFirst'; readonly count: number }
  | { readonly type: 'mode'; readonly mode: FillMode }
  | { readonly type: 'forms'; readonly forms: readonly DraftStudent[] };

/** Starts with the sheet if there are several, else with the first stage that the file needs. */
export function startImport(
  source: ImportSource,
  defaults: ImportDefaults,
  forms: readonly DraftStudent[],
): ImportState {
  const state: ImportState = {
    source,
    defaults,
    forms,
    stage: 'sheet',
    sheet: likeliestSheet(source),
    headerAt: null,
    columns: [],
    question: null,
    dates: USUAL_DATE_READING,
    rows: [],
    skippedLines: new Set(),
    mode: 'append',
  };
  return source.sheets.length > 1 ? state : withSheet(state, 0);
}

/** Returns the lines of the sheet that is imported. */
export function sheetLines({ source, sheet }: Pick<ImportState, 'source' | 'sheet'>): readonly CsvLine[] {
  return source.sheets[sheet]?.lines ?? [];
}

/** Returns whether a sheet has lines below its header, or no header that we are sure of. */
export function mayHaveStudents(source: ImportSource, sheet: number): boolean {
  const { at, isSure } = headerOf(source, sheet);
  return !isSure || studentLinesOf(sheetLines({ source, sheet }), at).length > 0;
}

function headerOf(source: ImportSource, sheet: number): FoundHeader {
  return findHeader(sheetLines({ source, sheet }), (key) => Object.hasOwn(source.remembered, key));
}

/** Returns the first sheet with a header that we know and students below it, else the first sheet. */
function likeliestSheet(source: ImportSource): number {
  const found = source.sheets.findIndex(
    (_, sheet) => headerOf(source, sheet).isSure && mayHaveStudents(source, sheet),
  );
  return Math.max(0, found);
}

/** Opens a sheet: at the columns stage if its columns are unclear, otherwise at the next stage needed. */
function withSheet(state: ImportState, sheet: number): ImportState {
  const { source } = state;
  const found = headerOf(source, sheet);
  const columns = csvColumnsOf(sheetLines({ source, sheet }), found.at, source.remembered);
  const opened: ImportState = {
    ...state,
    sheet,
    stage: 'columns',
    headerAt: found.isSure || found.at === null ? found.at : 'unknown',
    columns,
    rows: [],
    skippedLines: new Set(),
  };
  return found.isSure && !asksForColumns(columns) ? withColumns(opened) : opened;
}

export function importReducer(state: ImportState, action: ImportAction): ImportState {
  switch (action.type) {
    case 'sheet':
      return withSheet(state, action.index);
    case 'header':
      return {
        ...state,
        headerAt: action.at,
        columns: csvColumnsOf(sheetLines(state), lineOf(action.at), state.source.remembered),
      };
    case 'column':
      return {
        ...state,
        columns: state.columns.map((column) =>
          column.index === action.index ? { ...column, field: action.field } : column,
        ),
      };
    case 'columnsDone':
      return withColumns(state);
    case 'datesDone':
      return withRows({ ...state, dates: action.dates, stage: 'preview' });
    case 'back':
      return { ...state, stage: action.to };
    case 'edit':
      return withEdits(state, action.edits);
    case 'select':
      return matched({
        ...state,
        skippedLines: toggled(state.skippedLines, action.number, !action.isSelected),
      });
    case 'selectFirst':
      return matched({ ...state, skippedLines: linesAfterFirst(state, action.count) });
    case 'mode':
      return { ...state, mode: action.mode };
    case 'forms':
      return matched({ ...state, forms: action.forms });
  }
}

/** Returns the rows that will be imported. */
export function selectedRows({ rows, skippedLines }: ImportState): CsvRow[] {
  return rows.filter(({ line }) => !skippedLines.has(line.number));
}

export function countImport(state: ImportState): ImportCount {
  const selected = selectedRows(state);
  const repeats = [...identicalRows(state.rows).keys()];
  const ready = selected.filter(({ isReady }) => isReady).length;
  return {
    ready,
    toFix: selected.length - ready,
    skipped: state.rows.length - selected.length,
    repeated: repeats.filter((number) => state.skippedLines.has(number)).length,
    updates: state.mode === 'replace' ? 0 : updatingRows(state),
    forms: state.forms.length,
    slots: freeSlots(state.forms, state.mode),
  };
}

/** Returns how many of these rows update a student already in the forms. */
export function updatingRows(state: ImportState): number {
  return selectedRows(state).filter(({ updates }) => updates !== null).length;
}

/** Returns why the import can't be confirmed; null if it can. */
export function importObstacle(state: ImportState): string | null {
  const tooMany = countTooMany(countImport(state));
  if (tooMany > 0) {
    const deselect = `Deselect ${counted(tooMany, 'student')}.`;
    const isMerging = state.mode === 'append' && state.forms.some(isFilledIn);
    return isMerging
      ? `${deselect} You can also choose “Replace them”, or cancel and enter a larger class size.`
      : deselect;
  }
  return selectedRows(state).length === 0 ? 'Select at least one student to import.' : null;
}

function lineOf(headerAt: ImportState['headerAt']): number | null {
  return headerAt === 'unknown' ? null : headerAt;
}

function studentLines(state: ImportState): CsvLine[] {
  return filledLines(studentLinesOf(sheetLines(state), lineOf(state.headerAt)), state.columns);
}

/** Continues with the dates stage if dates are ambiguous, otherwise with the preview. */
function withColumns(state: ImportState): ImportState {
  const { header, cells } = dateCells(studentLines(state), state.columns);
  const { reading, question } = dateReadingOf(header, cells, state.defaults.today);
  const next = { ...state, dates: reading, question };
  return question === null ? withRows({ ...next, stage: 'preview' }) : { ...next, stage: 'dates' };
}

function withRows(state: ImportState): ImportState {
  const edits = new Map(state.rows.map((row) => [row.line.number, row.edits]));
  const rows = studentLines(state).map((line) => readRow(state, line, edits.get(line.number) ?? {}));
  const isFirst = state.rows.length === 0;
  const skippedLines = isFirst ? new Set(identicalRows(rows).keys()) : state.skippedLines;
  return matched({ ...state, rows, skippedLines });
}

function matched(state: ImportState): ImportState {
  const { rows, forms, skippedLines } = state;
  return { ...state, rows: matchedRows(rows, forms, { skippedLines, reading: readingOf(state) }) };
}

function withEdits(state: ImportState, edits: readonly CellEdit[]): ImportState {
  const rows = edits.reduce<readonly CsvRow[]>(
    (before, { number, field, text }) =>
      before.map((row) =>
        row.line.number === number ? readRow(state, row.line, { ...row.edits, [field]: text }) : row,
      ),
    state.rows,
  );
  return matched({ ...state, rows });
}

function readRow(state: ImportState, line: CsvLine, edits: RowEdits): CsvRow {
  return csvRowOf(line, edits, readingOf(state));
}

function readingOf({ columns, dates, defaults }: ImportState): RowReading {
  return { columns, dates, ...defaults };
}

/**
 * Returns the rows to skip so that `count` new students remain: repeated rows, and those after the first `count`.
 * Rows that update a student need no free slot, so they are skipped only if `count` is 0.
 */
function linesAfterFirst({ rows, mode }: ImportState, count: number): ReadonlySet<number> {
  const needsNoSlot = ({ updates }: CsvRow) => count > 0 && mode === 'append' && updates !== null;
  const repeats = identicalRows(rows);
  const needingSlots = rows.filter((row) => !needsNoSlot(row) && !repeats.has(row.line.number));
  return new Set([...repeats.keys(), ...needingSlots.slice(count).map(({ line }) => line.number)]);
}

function toggled(numbers: ReadonlySet<number>, number: number, isIn: boolean): ReadonlySet<number> {
  const others = [...numbers].filter((other) => other !== number);
  return new Set(isIn ? [...others, number] : others);
}
