import { parse } from 'csv-parse/browser/esm/sync';
import { type ImportSource, mayHaveStudents } from '#app/components/designate/import/import-state.ts';
import { ResponseMismatch, readResponse } from '#app/lib/browser/api-response.ts';
import { csvLinesOf } from '#app/lib/csv/csv-table.ts';
import {
  assertExtension,
  CsvImportError,
  decodeCsv,
  isWorkbook,
  MAX_CSV_BYTES,
  UNREADABLE_CSV_MESSAGE,
} from '#app/lib/csv/csv-text.ts';
import { STUDENT_CSV } from '#app/students/csv/student-csv-kind.ts';
import type { RememberedColumns } from '#app/students/csv/student-csv-mapping.ts';
import { failedOutcome, NO_CSV_STUDENTS } from '#app/students/csv/student-csv-outcome.ts';
import type { ListOutcome } from '#app/students/list-change.ts';
import { ImportMappingSchema } from '#app/schemas/import-mapping.ts';

const addressOf = (highSchoolId: string) => `/designate/import-mapping/${encodeURIComponent(highSchoolId)}`;

/**
 * Returns the school's remembered column choices; empty if the server is unreachable, because the user can choose
 * again.
 * @throws {ResponseMismatch} when the response doesn't match its schema
 */
async function fetchRememberedColumns(highSchoolId: string): Promise<RememberedColumns> {
  try {
    const response = await fetch(addressOf(highSchoolId), { headers: { Accept: 'application/json' } });
    return (await readResponse(response, ImportMappingSchema)).columns;
  } catch (error) {
    if (error instanceof ResponseMismatch) throw error;
    return {};
  }
}

/** Saves column choices for the school. Returns whether that succeeded. */
export async function rememberColumns(highSchoolId: string, columns: RememberedColumns): Promise<boolean> {
  if (Object.keys(columns).length === 0) return true;
  try {
    const response = await fetch(addressOf(highSchoolId), {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ columns }),
      keepalive: true,
    });
    return response.ok;
  } catch {
    return false;
  }
}

type SourceRead = { readonly source: ImportSource } | { readonly failure: ListOutcome };

/**
 * Reads a file or pasted cells in the browser, without uploading the file, and fetches the remembered columns.
 * Columns in `chosenNow` take precedence.
 * @throws {ResponseMismatch} when the response doesn't match its schema
 */
export async function readSource(
  chosen: File | string,
  highSchoolId: string,
  chosenNow: RememberedColumns,
): Promise<SourceRead> {
  try {
    const [sheets, stored] = await Promise.all([sheetsOf(chosen), fetchRememberedColumns(highSchoolId)]);
    const name = typeof chosen === 'string' ? 'students' : chosen.name.replace(/\.\w+$/, '');
    const source: ImportSource = { sheets, remembered: { ...stored, ...chosenNow }, name };
    const hasNone = sheets.every((_, sheet) => !mayHaveStudents(source, sheet));
    return hasNone ? { failure: failedOutcome(NO_CSV_STUDENTS) } : { source };
  } catch (error) {
    if (!(error instanceof CsvImportError)) throw error;
    return { failure: failedOutcome(error.message, error.remarks) };
  }
}

async function sheetsOf(chosen: File | string): Promise<ImportSource['sheets']> {
  const bytes = typeof chosen === 'string' ? new TextEncoder().encode(chosen) : await bytesOf(chosen);
  const isFile = typeof chosen !== 'string';
  if (isWorkbook(bytes)) {
    if (isFile) assertExtension(chosen, 'workbook');
    return (await import('#app/lib/csv/workbook.ts')).workbookSheets(bytes, STUDENT_CSV);
  }
  const text = decodeCsv(bytes, STUDENT_CSV);
  if (isFile) assertExtension(chosen, 'text');
  return [{ name: '', lines: csvLinesOf(text, parse, STUDENT_CSV) }];
}

/** Reads no more than one byte above the size limit. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, MAX_CSV_BYTES + 1).arrayBuffer());
  } catch {
    throw new CsvImportError(UNREADABLE_CSV_MESSAGE);
  }
}
