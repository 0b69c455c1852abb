import { parse } from 'csv-parse/browser/esm/sync';
import type { ImportSource } from '#app/components/designate/import/import-state.ts';
import { findHeader } from '#app/lib/student-csv/student-csv-header.ts';
import { STUDENT_CSV } from '#app/lib/student-csv/student-csv-kind.ts';
import { type RememberedColumns, studentLinesOf } from '#app/lib/student-csv/student-csv-mapping.ts';
import { type CsvOutcome, failedOutcome, NO_CSV_STUDENTS } from '#app/lib/student-csv/student-csv-outcome.ts';
import { csvLinesOf } from '#app/lib/csv/csv-table.ts';
import { CsvImportError, decodeCsv, MAX_CSV_BYTES, UNREADABLE_CSV_MESSAGE } from '#app/lib/csv/csv-text.ts';

export type SourceRead = { readonly source: ImportSource } | { readonly failure: CsvOutcome };

/** Reads a file or pasted cells in the browser. The file is never uploaded. */
export async function readSource(chosen: File | string, remembered: RememberedColumns): Promise<SourceRead> {
  try {
    const isPasted = typeof chosen === 'string';
    const bytes = isPasted ? new TextEncoder().encode(chosen) : await bytesOf(chosen);
    const lines = csvLinesOf(decodeCsv(bytes, STUDENT_CSV), parse, STUDENT_CSV);
    const { at, isSure } = findHeader(lines, (key) => Object.hasOwn(remembered, key));
    if (isSure && studentLinesOf(lines, at).length === 0) return { failure: failedOutcome(NO_CSV_STUDENTS) };
    return { source: { lines, remembered, name: isPasted ? 'students' : chosen.name.replace(/\.\w+$/, '') } };
  } catch (error) {
    if (!(error instanceof CsvImportError)) throw error;
    return { failure: failedOutcome(error.message, error.remarks) };
  }
}

/** Reads no more than one byte above the size limit. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, MAX_CSV_BYTES + 1).arrayBuffer());
  } catch {
    throw new CsvImportError(UNREADABLE_CSV_MESSAGE);
  }
}
