import { type Dispatch, useRef, useState } from 'react';
import { FillModeField } from '#app/components/designate/import/fill-mode-field.tsx';
import {
  countImport,
  type ImportAction,
  importObstacle,
  importReducer,
  type ImportState,
  takenRows,
} from '#app/components/designate/import/import-state.ts';
import { PreviewPages } from '#app/components/designate/import/preview-pages.tsx';
import { PreviewTable } from '#app/components/designate/import/preview-table.tsx';
import { saveErrorsFile } from '#app/components/designate/import/save-errors-file.ts';
import { StageActions } from '#app/components/designate/import/stage-actions.tsx';
import { StageFrame } from '#app/components/designate/import/stage-frame.tsx';
import { useImportErrors } from '#app/components/designate/import/use-import-errors.ts';
import { usePendingEdits } from '#app/components/designate/import/use-pending-edits.ts';
import { Button } from '#app/components/ui/button.tsx';
import { useConfirm } from '#app/components/ui/confirm.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { countSentence, countTooMany } from '#app/lib/student-csv/student-csv-fill.ts';
import { importEffect, importQuestion } from '#app/lib/student-csv/student-csv-match.ts';
import { KEEP_LIST } from '#app/lib/student-csv/student-csv-outcome.ts';
import { columnRemarks } from '#app/lib/messages/student-csv-labels.ts';

interface PreviewStageProps {
  state: ImportState;
  dispatch: Dispatch<ImportAction>;
  formsNow(): readonly DraftStudent[];
  onConfirm(state: ImportState): void;
  onCancel(): void;
}

const WHOLE_ROWS = 200;
const PAGE_ROWS = 100;

/** Preview of all rows with their errors. Confirming fills in the forms. */
export function PreviewStage({ state, dispatch, formsNow, onConfirm, onCancel }: PreviewStageProps) {
  const { rows, columns, question } = state;
  const pageRows = rows.length > WHOLE_ROWS ? PAGE_ROWS : Math.max(1, rows.length);
  const [page, setPage] = useState(0);
  const [isRefused, setRefused] = useState(false);
  const [picks, setPicks] = useState(0);
  const counted = useRef<HTMLParagraphElement>(null);
  const goToError = useImportErrors(rows, (at) => setPage(Math.floor(at / pageRows)));
  const { noteEdit, settle } = usePendingEdits((edits) => dispatch({ type: 'edit', edits }));
  const count = countImport(state);
  const obstacle = isRefused ? importObstacle(state) : null;

  const [ask, dialog] = useConfirm();

  /** The state including the latest pending edits. */
  const settled = () => importReducer(state, { type: 'edit', edits: settle() });
  /** Asks again if a colleague's save changed the students named in the question. */
  const confirm = async () => {
    const typed = settled();
    let agreed = '';
    for (;;) {
      const forms = formsNow();
      dispatch({ type: 'forms', forms });
      const latest = importReducer(typed, { type: 'forms', forms });
      if (importObstacle(latest) !== null) return setRefused(true);
      const effect = importEffect(forms, takenRows(latest), latest.mode);
      const question = importQuestion(effect);
      const [updated, leaving] = [effect.updated, effect.leaving].map((each) =>
        each.map(({ first, last }) => [first, last]),
      );
      const named = JSON.stringify({ updated, leaving });
      if (question === null || agreed === named) return onConfirm(latest);
      if (!(await ask({ ...question, cancelLabel: KEEP_LIST, tone: 'danger' }))) return;
      agreed = named;
    }
  };

  /** The buttons disappear when few enough rows are selected, so the focus moves to the row count. */
  const takeFirst = (slots: number) => {
    dispatch({ type: 'takeFirst', count: slots });
    setPicks(picks + 1);
    counted.current?.focus();
  };

  return (
    <StageFrame title="Check your students">
      <p ref={counted} tabIndex={-1} role="status" className="fw-semibold m-0">
        {countSentence(count)}
      </p>
      {columnRemarks(columns).map((remark) => (
        <p key={remark} className="m-0">
          {remark}
        </p>
      ))}
      <FillModeField state={state} dispatch={dispatch} />
      {countTooMany(count) === 0 ? null : (
        <Cluster>
          <span>Choose who to import, or</span>
          <Button size="sm" onClick={() => takeFirst(count.slots)}>
            Select first {count.slots}
          </Button>
          <Button size="sm" onClick={() => takeFirst(0)}>
            Deselect all
          </Button>
        </Cluster>
      )}
      {count.toFix === 0 ? null : (
        <>
          <p className="m-0">Fix these here, in your file (then import it again), or later in the forms.</p>
          <Cluster>
            <Button size="sm" onClick={goToError}>
              Next error
            </Button>
            <Button size="sm" icon="download" onClick={() => void saveErrorsFile(settled())}>
              Download with errors marked
            </Button>
          </Cluster>
        </>
      )}
      <PreviewTable
        state={state}
        picks={picks}
        rows={rows.slice(page * pageRows, (page + 1) * pageRows)}
        dispatch={dispatch}
        onEdit={noteEdit}
      />
      <PreviewPages page={page} pages={Math.ceil(rows.length / pageRows)} onPage={setPage} />
      <StageActions
        label="Import students"
        onGoOn={() => void confirm()}
        onCancel={onCancel}
        refusal={obstacle}
      >
        <Button onClick={() => dispatch({ type: 'back', to: 'columns' })}>Back to columns</Button>
        {question === null ? null : (
          <Button onClick={() => dispatch({ type: 'back', to: 'dates' })}>Back to dates</Button>
        )}
      </StageActions>
      {dialog}
    </StageFrame>
  );
}
