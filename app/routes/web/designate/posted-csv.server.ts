import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { findImportMapping } from '#app/domain/students/import-mapping.server.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { csvHeaderOf } from '#app/schemas/student-csv-columns.ts';
import { type DateQuestion, dateReadingOf } from '#app/students/csv/student-csv-dates.ts';
import { fillForms } from '#app/students/csv/student-csv-fill.ts';
import { importEffect, importQuestion, matchedRows } from '#app/students/csv/student-csv-match.ts';
import { POSTED_STUDENT_CSV } from '#app/students/csv/student-csv-kind.ts';
import { findHeader } from '#app/students/csv/student-csv-header.ts';
import {
  csvColumnsOf,
  isUndecided,
  type RememberedColumns,
  studentLinesOf,
} from '#app/students/csv/student-csv-mapping.ts';
import {
  failedOutcome,
  filledOutcome,
  IMPORT_FIELDS,
  NO_CSV_CHOSEN,
  NO_CSV_STUDENTS,
} from '#app/students/csv/student-csv-outcome.ts';
import { type CsvRow, csvRowOf, dateCells, filledLines } from '#app/students/csv/student-csv-rows.ts';
import { csvLinesOf } from '#app/lib/csv/csv-table.ts';
import {
  assertExtension,
  CsvImportError,
  decodeCsv,
  noKnownColumn,
  UNREADABLE_CSV_MESSAGE,
} from '#app/lib/csv/csv-text.ts';
import { columnRemarks, mismatchRemark, rowRemarks } from '#app/messages/student-csv-labels.ts';
import { postedStudents, studentsReply } from '#app/server/posted-students.server.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';
import { z } from 'zod';

interface Defaults {
  readonly highSchoolId: string;
  /** Format: YYYY-MM-DD. */
  readonly today: string;
}

/**
 * Fills the forms from a posted file. It uses known columns only, refuses ambiguous dates, and asks
 * before it changes students in the forms.
 */
export async function readPostedCsv(
  { ctx }: SignedInCall,
  form: FormData,
  { highSchoolId, today }: Defaults,
) {
  const typed = postedStudents(form);
  const unchanged = (message: string, remarks: readonly string[] = []) => ({
    ...studentsReply(form, typed, null),
    outcome: failedOutcome(message, remarks),
  });
  const file = ChosenFile.safeParse(form.get(IMPORT_FIELDS.file));
  if (!file.success) return unchanged(NO_CSV_CHOSEN);
  const { state } = ctx.settings;
  const { columns: remembered } = await findImportMapping(ctx, { highSchoolId });
  const bytes = await file.data.arrayBuffer().catch(() => null);
  if (bytes === null) return unchanged(UNREADABLE_CSV_MESSAGE);
  try {
    const text = decodeCsv(new Uint8Array(bytes), POSTED_STUDENT_CSV);
    assertExtension(file.data, 'text');
    const { found, rows, remarks } = await readRows(text, remembered, {
      state,
      today,
      forms: typed,
    });
    if (found === 0) return unchanged(NO_CSV_STUDENTS);
    const students = fillForms(typed, rows, 'replace', state);
    const outcome = filledOutcome(rows.length, [
      ...mismatchRemark(found, typed.length),
      ...remarks,
      ...rowRemarks(rows),
    ]);
    const question = importQuestion(importEffect(typed, rows, 'replace'));
    if (question === null) return { ...studentsReply(form, students, null), outcome };
    const message = [question.message, ...outcome.remarks].join('\n');
    return { ...studentsReply(form, typed, null), asked: { question: { ...question, message }, students } };
  } catch (error) {
    if (!(error instanceof CsvImportError)) throw error;
    return unchanged(error.message, error.remarks);
  }
}

/** Reads the rows that fit, and the number of students in the file. Lets other requests run in between. */
async function readRows(
  text: string,
  remembered: RememberedColumns,
  { forms, ...defaults }: { state: string; today: string; forms: readonly DraftStudent[] },
): Promise<{ found: number; rows: CsvRow[]; remarks: string[] }> {
  const lines = csvLinesOf(text, parse, POSTED_STUDENT_CSV);
  const { at } = findHeader(lines, (key) => Object.hasOwn(remembered, key));
  const columns = csvColumnsOf(lines, at, remembered).map((column) =>
    isUndecided(column) ? { ...column, field: null } : column,
  );
  if (columns.every(({ field }) => field === null)) {
    throw noKnownColumn(POSTED_STUDENT_CSV);
  }
  const filled = filledLines(studentLinesOf(lines, at), columns);
  const { header, cells } = dateCells(filled, columns);
  const { reading, question } = dateReadingOf(header, cells, defaults.today);
  if (question !== null) throw new CsvImportError(...dateRefusal(question));
  const rowReading = { columns, dates: reading, ...defaults };
  await setImmediate();
  const read = filled.slice(0, forms.length).map((line) => csvRowOf(line, {}, rowReading));
  await setImmediate();
  const rows = matchedRows(read, forms, { skippedLines: new Set(), reading: rowReading });
  return { found: filled.length, rows, remarks: columnRemarks(columns) };
}

function dateRefusal({ orders, serials }: DateQuestion): [message: string, advice: string] {
  const example = (orders ?? serials ?? [])[0]?.examples[0]?.text ?? '';
  return [
    `Some dates of birth can be read more than one way, such as “${example}”.`,
    `Enter them all as mm/dd/yyyy under the header ${csvHeaderOf('dateOfBirth')}, or as YYYY-MM-DD, then choose the file again.`,
  ];
}

/** Browsers send a file without a name if none was selected. */
export const ChosenFile = z.file().refine(({ name }) => name !== '');
