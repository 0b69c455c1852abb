import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { IMPORT_FIELDS } from '#app/lib/student-csv/student-csv-outcome.ts';
import { type ListOutcome, type ListChange, UNDONE } from '#app/lib/students/list-change.ts';

interface ListOutcomeBannerProps {
  change: ListChange;
  /** Restores the previous list. Without JavaScript, the button submits that list. */
  onUndo(): void;
}

/** What a change of the list or an import did, or why it failed, with an undo button. */
export function ListOutcomeBanner({ change: { outcome, before }, onUndo }: ListOutcomeBannerProps) {
  return (
    <Banner key={JSON.stringify(outcome)} tone={toneOf(outcome)} title={outcome.message}>
      {outcome.remarks.length > 0 ? (
        <ul className="mb-0">
          {outcome.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      ) : null}
      {before === null ? null : (
        <>
          <noscript>
            <input type="hidden" name={IMPORT_FIELDS.before} value={JSON.stringify(before)} />
          </noscript>
          <Button
            type="submit"
            size="sm"
            name="intent"
            value={outcome.message === UNDONE.message ? 'redo' : 'undo'}
            formNoValidate
            onClick={(event) => {
              event.preventDefault();
              onUndo();
            }}
          >
            {outcome.message === UNDONE.message ? 'Redo' : 'Undo'}
          </Button>
        </>
      )}
    </Banner>
  );
}

function toneOf({ isFailure, remarks }: ListOutcome) {
  if (isFailure) return 'danger';
  return remarks.length > 0 ? 'warning' : 'success';
}
