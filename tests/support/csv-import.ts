import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import {
  importReducer,
  type ImportState,
  startImport,
} from '#app/components/designate/import/import-state.ts';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';
import { STUDENT_CSV_HEADERS } from '#app/schemas/student-csv-columns.ts';
import type { DateReading } from '#app/students/csv/student-csv-dates.ts';
import type { RememberedColumns } from '#app/students/csv/student-csv-mapping.ts';
import { type CsvParse, csvLinesOf } from '#app/lib/csv/csv-table.ts';
import { STUDENT_CSV } from '#app/students/csv/student-csv-kind.ts';
import { decodeCsv } from '#app/lib/csv/csv-text.ts';

export const CSV_HEADER = STUDENT_CSV_HEADERS.join(',');

export const IMPORT_DEFAULTS = { state: 'AK', today: '2026-11-21' };

interface OpenedWith {
  readonly parser?: CsvParse;
  readonly remembered?: RememberedColumns;
  readonly forms?: readonly DraftStudent[];
}

/** Opens a file as the import does, with nine empty forms by default. */
export function openedImport(file: Uint8Array | string, options: OpenedWith = {}): ImportState {
  const { parser = parse, remembered = {}, forms = emptyForms(9) } = options;
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const lines = csvLinesOf(decodeCsv(bytes, STUDENT_CSV), parser, STUDENT_CSV);
  return startImport({ sheets: [{ name: '', lines }], remembered, name: 'students' }, IMPORT_DEFAULTS, forms);
}

/** Returns the import at its preview, with suggested columns and ambiguous dates read as `dates`. */
export function previewed(
  file: Uint8Array | string,
  options: OpenedWith & { readonly dates?: DateReading } = {},
): ImportState {
  let state = openedImport(file, options);
  if (state.stage === 'columns') state = importReducer(state, { type: 'columnsDone' });
  if (state.stage === 'dates') {
    state = importReducer(state, {
      type: 'datesDone',
      dates: options.dates ?? { order: 'mdy', serials: null },
    });
  }
  return state;
}

/** Returns the students in a preview. */
export function studentsOf(state: ImportState): DraftStudent[] {
  return state.rows.map(({ student }) => student);
}

export function emptyForms(count: number): DraftStudent[] {
  return Array.from({ length: count }, () => emptyStudent('AK'));
}

/** Reads a file from tests/fixtures/import. */
export function importFixture(name: string): Promise<Buffer> {
  return readFile(new URL(`../fixtures/import/${name}`, import.meta.url));
}
