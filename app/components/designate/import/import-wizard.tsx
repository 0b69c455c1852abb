import { useReducer } from 'react';
import { ColumnsStage } from '#app/components/designate/import/columns-stage.tsx';
import { DatesStage } from '#app/components/designate/import/dates-stage.tsx';
import {
  type ImportDefaults,
  importReducer,
  type ImportSource,
  type ImportState,
  mayHaveStudents,
  startImport,
  selectedRows,
  updatingRows,
} from '#app/components/designate/import/import-state.ts';
import { PreviewStage } from '#app/components/designate/import/preview-stage.tsx';
import { SheetStage } from '#app/components/designate/import/sheet-stage.tsx';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { counted, plural } from '#app/lib/text/counted.ts';
import { fillForms } from '#app/lib/student-csv/student-csv-fill.ts';
import { columnsToRemember, type RememberedColumns } from '#app/lib/student-csv/student-csv-mapping.ts';
import { failedOutcome, filledOutcome, NO_CSV_STUDENTS } from '#app/lib/student-csv/student-csv-outcome.ts';
import type { ListOutcome } from '#app/lib/students/list-change.ts';
import { missingRemarks, rowRemarks } from '#app/lib/messages/student-csv-labels.ts';
import { AnswerMismatch, readAnswer } from '#app/lib/browser/api-answer.ts';
import { ImportMappingSchema } from '#app/schemas/import-mapping.ts';
import { parse } from 'csv-parse/browser/esm/sync';
import { STUDENT_CSV } from '#app/lib/student-csv/student-csv-kind.ts';
import { csvLinesOf } from '#app/lib/csv/csv-table.ts';
import {
  CsvImportError,
  decodeCsv,
  isWorkbook,
  MAX_CSV_BYTES,
  UNREADABLE_CSV_MESSAGE,
} from '#app/lib/csv/csv-text.ts';

export interface ImportWizardProps {
  source: ImportSource;
  defaults: ImportDefaults;
  formsNow(): readonly DraftStudent[];
  onColumns(columns: RememberedColumns): void;
  onDone(outcome: ListOutcome, students: readonly DraftStudent[]): void;
  onCancel(): void;
}

/**
 * The stages of an import: sheet if there are several, columns, dates if they are ambiguous, and preview.
 * It includes the schemas and the CSV parser, so load it on demand.
 */
export function ImportWizard({ source, defaults, formsNow, onColumns, onDone, onCancel }: ImportWizardProps) {
  const [state, dispatch] = useReducer(importReducer, null, () => startImport(source, defaults, formsNow()));
  const confirmColumns = () => {
    onColumns(columnsToRemember(state.columns));
    dispatch({ type: 'columnsDone' });
  };
  const confirm = (latest: ImportState) => {
    onDone(outcomeOf(latest), fillForms(latest.forms, selectedRows(latest), latest.mode, defaults.state));
  };
  switch (state.stage) {
    case 'sheet':
      return <SheetStage state={state} dispatch={dispatch} onCancel={onCancel} />;
    case 'columns':
      return (
        <ColumnsStage state={state} dispatch={dispatch} onContinue={confirmColumns} onCancel={onCancel} />
      );
    case 'dates':
      return (
        state.question && <DatesStage question={state.question} dispatch={dispatch} onCancel={onCancel} />
      );
    case 'preview':
      return (
        <PreviewStage
          state={state}
          dispatch={dispatch}
          formsNow={formsNow}
          onConfirm={confirm}
          onCancel={onCancel}
        />
      );
  }
}

function outcomeOf(state: ImportState): ListOutcome {
  const selected = selectedRows(state);
  const skipped = state.rows.length - selected.length;
  return filledOutcome(
    selected.length,
    [
      ...(skipped > 0 ? [`${counted(skipped, 'row')} ${plural(skipped, 'was', 'were')} skipped.`] : []),
      ...missingRemarks(state.columns),
      ...rowRemarks(selected),
    ],
    state.mode === 'append' ? updatingRows(state) : 0,
  );
}

const addressOf = (highSchoolId: string) => `/designate/import-mapping/${encodeURIComponent(highSchoolId)}`;

/**
 * Returns the school's remembered column choices; empty if the server is unreachable, because the user can choose
 * again.
 * @throws {AnswerMismatch} when the response doesn't match its schema
 */
export async function fetchRememberedColumns(highSchoolId: string): Promise<RememberedColumns> {
  try {
    const response = await fetch(addressOf(highSchoolId), { headers: { Accept: 'application/json' } });
    return (await readAnswer(response, ImportMappingSchema)).columns;
  } catch (error) {
    if (error instanceof AnswerMismatch) throw error;
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

/** Reads a file or pasted cells in the browser. The file is never uploaded. */
export async function readSource(chosen: File | string, remembered: RememberedColumns): Promise<SourceRead> {
  try {
    const isPasted = typeof chosen === 'string';
    const bytes = isPasted ? new TextEncoder().encode(chosen) : await bytesOf(chosen);
    const sheets = isWorkbook(bytes)
      ? await (await import('#app/lib/csv/workbook.ts')).workbookSheets(bytes, STUDENT_CSV)
      : [{ name: '', lines: csvLinesOf(decodeCsv(bytes, STUDENT_CSV), parse, STUDENT_CSV) }];
    const name = isPasted ? 'students' : chosen.name.replace(/\.\w+$/, '');
    const source: ImportSource = { sheets, remembered, name };
    const hasNone = sheets.every((_, sheet) => !mayHaveStudents(source, sheet));
    return hasNone ? { failure: failedOutcome(NO_CSV_STUDENTS) } : { source };
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
