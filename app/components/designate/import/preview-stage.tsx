import { type Dispatch, useRef, useState } from 'react';
import { FillModeField } from '#app/components/designate/import/fill-mode-field.tsx';
import {
  type CellEdit,
  countImport,
  type ImportAction,
  importObstacle,
  importReducer,
  type ImportState,
  selectedRows,
} from '#app/components/designate/import/import-state.ts';
import { PreviewTable } from '#app/components/designate/import/preview-table.tsx';
import { StageActions, StageFrame } from '#app/components/designate/import/stage-frame.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useConfirm } from '#app/components/ui/confirm.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { counted, plural } from '#app/lib/text/counted.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { countSentence, countTooMany } from '#app/students/csv/student-csv-fill.ts';
import { importEffect, importQuestion } from '#app/students/csv/student-csv-match.ts';
import { columnRemarks } from '#app/messages/student-csv-labels.ts';
import { errorsCsv } from '#app/students/csv/student-csv-errors.ts';
import { flushSync } from 'react-dom';
import { previewCellId } from '#app/components/designate/import/preview-cell.tsx';
import { CSV_FIELDS } from '#app/schemas/student-csv-columns.ts';
import { type CsvRow, repeatedRows } from '#app/students/csv/student-csv-rows.ts';
import { buttonReleased } from '#app/components/designate/button-released.ts';

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
  const summary = useRef<HTMLParagraphElement>(null);
  const shownRows = useRowsToFixFirst(rows);
  const goToError = useImportErrors(shownRows, (at) => setPage(Math.floor(at / pageRows)));
  const { noteEdit, flush } = usePendingEdits((edits) => dispatch({ type: 'edit', edits }));
  const count = countImport(state);
  const obstacle = isRefused ? importObstacle(state) : null;

  const [ask, dialog] = useConfirm();

  /** Returns the state including the latest pending edits. */
  const withPendingEdits = () => importReducer(state, { type: 'edit', edits: flush() });
  /** Asks again if a colleague's save changed the students named in the question. */
  const confirm = async () => {
    const typed = withPendingEdits();
    let agreed = '';
    for (;;) {
      const forms = formsNow();
      dispatch({ type: 'forms', forms });
      const latest = importReducer(typed, { type: 'forms', forms });
      if (importObstacle(latest) !== null) return setRefused(true);
      const effect = importEffect(forms, selectedRows(latest), latest.mode);
      const question = importQuestion(effect);
      const [updated, leaving] = [effect.updated, effect.leaving].map((each) =>
        each.map(({ first, last }) => [first, last]),
      );
      const named = JSON.stringify({ updated, leaving });
      if (question === null || agreed === named) return onConfirm(latest);
      if (!(await ask({ ...question, cancelLabel: 'Back to preview' }))) return;
      agreed = named;
    }
  };

  /** Selects the first rows and focuses the row count, because the buttons disappear when enough rows fit. */
  const selectFirst = (slots: number) => {
    dispatch({ type: 'selectFirst', count: slots });
    setPicks(picks + 1);
    summary.current?.focus();
  };

  return (
    <StageFrame title="Check your students">
      <Stack space="tight">
        <p ref={summary} tabIndex={-1} role="status" className="fw-semibold">
          {countSentence(count)}
        </p>
        {columnRemarks(columns).map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
        {count.toFix === 0 ? null : (
          <p>
            Rows that need fixes come first. Fix them here, in your file (then import it again), or later in
            the forms.
          </p>
        )}
      </Stack>
      <FillModeField state={state} dispatch={dispatch} />
      {countTooMany(count) === 0 ? null : (
        <Cluster>
          <span>Choose who to import, or</span>
          {count.slots === 0 ? null : (
            <Button size="sm" onClick={() => selectFirst(count.slots)}>
              Select the first {plural(count.slots, 'student', `${count.slots} students`)} in the file
            </Button>
          )}
          <Button size="sm" onClick={() => selectFirst(0)}>
            Deselect all
          </Button>
        </Cluster>
      )}
      <Cluster>
        {count.toFix === 0 ? null : (
          <>
            <Button size="sm" onClick={goToError}>
              Next error
            </Button>
            <Button size="sm" icon="download" onClick={() => void saveErrorsFile(withPendingEdits())}>
              Download file with errors marked
            </Button>
          </>
        )}
        <Button size="sm" onClick={() => dispatch({ type: 'back', to: 'columns' })}>
          Back to columns
        </Button>
        {question === null ? null : (
          <Button size="sm" onClick={() => dispatch({ type: 'back', to: 'dates' })}>
            Back to dates
          </Button>
        )}
      </Cluster>
      <PreviewTable
        state={state}
        picks={picks}
        rows={shownRows.slice(page * pageRows, (page + 1) * pageRows)}
        dispatch={dispatch}
        onEdit={noteEdit}
      />
      <PreviewPages page={page} pages={Math.ceil(rows.length / pageRows)} onPage={setPage} />
      <StageActions
        label={`Import ${counted(count.ready + count.toFix, 'student')}`}
        onContinue={() => void confirm()}
        onCancel={onCancel}
        refusal={obstacle}
      />
      {dialog}
    </StageFrame>
  );
}

interface PreviewPagesProps {
  /** From 0. */
  page: number;
  pages: number;
  onPage(page: number): void;
}

function PreviewPages({ page, pages, onPage }: PreviewPagesProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages of rows">
      <Cluster>
        <Button size="sm" icon="chevron-left" disabled={page === 0} onClick={() => onPage(page - 1)}>
          Previous rows
        </Button>
        <span role="status">
          Page {page + 1} of {pages}
        </span>
        <Button size="sm" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
          Next rows
        </Button>
      </Cluster>
    </nav>
  );
}

/** Time until the object URL is revoked, so that the browser can start the download. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads the file with its Errors column. It is created in the browser, without the server. */
async function saveErrorsFile(state: ImportState): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const url = URL.createObjectURL(
    new Blob([errorsCsv(state, stringify)], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `${state.source.name.replace(/-errors$/, '')}-errors.csv`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/**
 * Returns the rows with those first that needed fixes when the preview opened, then those with warnings. None moves
 * while it's fixed.
 */
function useRowsToFixFirst(rows: readonly CsvRow[]): readonly CsvRow[] {
  const [order] = useState(() => {
    const repeated = repeatedRows(rows);
    const rank = (row: CsvRow) => {
      if (!row.isReady) return 0;
      return Object.keys(row.remarks).length > 0 || repeated.has(row) ? 1 : 2;
    };
    const sorted = [...rows].sort((one, other) => rank(one) - rank(other));
    return new Map(sorted.map(({ line }, at) => [line.number, at] as const));
  });
  const rankOf = ({ line }: CsvRow) => order.get(line.number) ?? order.size;
  return [...rows].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Returns a function that focuses the next cell with an error, cyclically. `show` opens its page. */
function useImportErrors(rows: readonly CsvRow[], show: (at: number) => void): () => void {
  const last = useRef<string | null>(null);
  return () => {
    const errors = rows.flatMap(({ line, remarks }, at) =>
      CSV_FIELDS.filter((field) => remarks[field]?.error !== undefined).map((field) => ({
        at,
        id: previewCellId(line.number, field),
      })),
    );
    const next = errors[errors.findIndex(({ id }) => id === last.current) + 1] ?? errors[0];
    if (next === undefined) return;
    last.current = next.id;
    flushSync(() => show(next.at));
    const input = document.getElementById(next.id);
    input?.focus({ preventScroll: true });
    // The parent cell also contains the message.
    input?.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
  };
}

interface PendingEdits {
  /** Applies an edit once no button or key is pressed, because its message moves the table. */
  noteEdit(edit: CellEdit): void;
  /** Applies pending edits immediately and returns them. */
  flush(): readonly CellEdit[];
}

function usePendingEdits(apply: (edits: readonly CellEdit[]) => void): PendingEdits {
  const pending = useRef<CellEdit[]>([]);
  const flush = () => {
    const edits = pending.current;
    pending.current = [];
    if (edits.length > 0) apply(edits);
    return edits;
  };
  return {
    noteEdit: (edit) => {
      pending.current.push(edit);
      void buttonReleased().then(flush);
    },
    flush,
  };
}
