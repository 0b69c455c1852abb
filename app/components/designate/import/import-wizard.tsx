import { useReducer } from 'react';
import { ColumnsStage } from '#app/components/designate/import/columns-stage.tsx';
import { DatesStage } from '#app/components/designate/import/dates-stage.tsx';
import {
  type ImportDefaults,
  importReducer,
  type ImportSource,
  type ImportState,
  startImport,
  takenRows,
} from '#app/components/designate/import/import-state.ts';
import { PreviewStage } from '#app/components/designate/import/preview-stage.tsx';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { counted, plural } from '#app/lib/text/counted.ts';
import { fillForms } from '#app/lib/student-csv/student-csv-fill.ts';
import { columnsToRemember, type RememberedColumns } from '#app/lib/student-csv/student-csv-mapping.ts';
import { type CsvOutcome, filledOutcome } from '#app/lib/student-csv/student-csv-outcome.ts';
import { columnRemarks, rowRemarks } from '#app/lib/messages/student-csv-labels.ts';

export { readSource } from '#app/components/designate/import/read-source.ts';
export {
  fetchRememberedColumns,
  rememberColumns,
} from '#app/components/designate/import/import-mapping-client.ts';

export interface ImportWizardProps {
  source: ImportSource;
  defaults: ImportDefaults;
  formsNow(): readonly DraftStudent[];
  onColumns(columns: RememberedColumns): void;
  onDone(outcome: CsvOutcome, students: readonly DraftStudent[]): void;
  onCancel(): void;
}

/**
 * The import from a file's rows to the forms: columns, dates if they are ambiguous, then the preview.
 * It includes the schemas and the CSV parser, so load it on demand.
 */
export function ImportWizard({ source, defaults, formsNow, onColumns, onDone, onCancel }: ImportWizardProps) {
  const [state, dispatch] = useReducer(importReducer, null, () => startImport(source, defaults, formsNow()));
  const confirmColumns = () => {
    onColumns(columnsToRemember(state.columns));
    dispatch({ type: 'columnsDone' });
  };
  const confirm = (latest: ImportState) => {
    onDone(outcomeOf(latest), fillForms(latest.forms, takenRows(latest), latest.mode, defaults.state));
  };
  switch (state.stage) {
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

function outcomeOf(state: ImportState): CsvOutcome {
  const taken = takenRows(state);
  const left = state.rows.length - taken.length;
  return filledOutcome(taken.length, [
    ...(left > 0 ? [`${counted(left, 'row')} ${plural(left, 'was', 'were')} skipped.`] : []),
    ...columnRemarks(state.columns),
    ...rowRemarks(taken),
  ]);
}
