import { useReducer } from 'react';
import { ColumnsStage } from '#app/components/designate/import/columns-stage.tsx';
import { DatesStage } from '#app/components/designate/import/dates-stage.tsx';
import {
  type ImportDefaults,
  importReducer,
  type ImportSource,
  type ImportState,
  startImport,
  selectedRows,
  updatingRows,
} from '#app/components/designate/import/import-state.ts';
import { PreviewStage } from '#app/components/designate/import/preview-stage.tsx';
import { SheetStage } from '#app/components/designate/import/sheet-stage.tsx';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { counted, plural } from '#app/lib/text/counted.ts';
import { fillForms } from '#app/students/csv/student-csv-fill.ts';
import { columnsToRemember, type RememberedColumns } from '#app/students/csv/student-csv-mapping.ts';
import { importEffect } from '#app/students/csv/student-csv-match.ts';
import { filledOutcome } from '#app/students/csv/student-csv-outcome.ts';
import type { ListOutcome } from '#app/students/list-change.ts';
import { missingRemarks, rowRemarks } from '#app/messages/student-csv-labels.ts';

export { readSource, rememberColumns } from '#app/components/designate/import/import-source.ts';

export interface ImportWizardProps {
  source: ImportSource;
  defaults: ImportDefaults;
  formsNow(): readonly DraftStudent[];
  /** Called with the confirmed columns, also if the import is canceled later. Don't store them yet. */
  onColumns(columns: RememberedColumns): void;
  /** Called with the imported students and the file's columns to remember. */
  onDone(outcome: ListOutcome, students: readonly DraftStudent[], columns: RememberedColumns): void;
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
    const students = fillForms(latest.forms, selectedRows(latest), latest.mode, defaults.state);
    onDone(outcomeOf(latest), students, columnsToRemember(latest.columns));
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
    state.mode === 'append'
      ? { updated: updatingRows(state) }
      : { removed: importEffect(state.forms, selected, state.mode).leaving.length },
  );
}
