import { useEffect, useRef } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { IMPORT_FIELDS } from '#app/students/csv/student-csv-outcome.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { type ListOutcome, type ListChange, UNDONE } from '#app/students/list-change.ts';

interface ListOutcomeBannerProps {
  change: ListChange;
  /** Restores the previous list. Without JavaScript, the button submits that list. */
  onUndo(): void;
  /** Takes one line, to make room for something more urgent. */
  isBrief?: boolean;
}

/** What a change of the list or an import did, or why it failed, with an undo button. */
export function ListOutcomeBanner(props: ListOutcomeBannerProps) {
  const { change, onUndo, isBrief = false } = props;
  const { outcome, before } = change;
  if (isBrief) {
    return (
      <Banner tone={toneOf(outcome)} live={false}>
        <Cluster>
          <span>{outcome.message}</span>
          {before === null ? null : <UndoButton outcome={outcome} before={before} onUndo={onUndo} />}
        </Cluster>
      </Banner>
    );
  }
  return (
    <Banner key={JSON.stringify(outcome)} tone={toneOf(outcome)} title={outcome.message}>
      {outcome.remarks.length > 0 ? (
        <ul className="mb-0">
          {outcome.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      ) : null}
      {before === null ? null : <UndoButton outcome={outcome} before={before} onUndo={onUndo} />}
    </Banner>
  );
}

/** The outcome of a move, below the form of the moved student. Scrolled into view after the focus is on its button. */
export function MoveOutcomeBanner(props: ListOutcomeBannerProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const request = requestAnimationFrame(() =>
      frame.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' }),
    );
    return () => cancelAnimationFrame(request);
  }, [props.change]);
  return (
    <div ref={frame}>
      <ListOutcomeBanner {...props} />
    </div>
  );
}

interface UndoButtonProps {
  outcome: ListOutcome;
  before: readonly DraftStudent[];
  onUndo(): void;
}

function UndoButton({ outcome, before, onUndo }: UndoButtonProps) {
  const isUndone = outcome.message === UNDONE.message;
  return (
    <>
      <noscript>
        <input type="hidden" name={IMPORT_FIELDS.before} value={JSON.stringify(before)} />
      </noscript>
      <Button
        type="submit"
        size="sm"
        name="intent"
        value={isUndone ? 'redo' : 'undo'}
        formNoValidate
        onClick={(event) => {
          event.preventDefault();
          onUndo();
        }}
      >
        {isUndone ? 'Redo' : 'Undo'}
      </Button>
    </>
  );
}

function toneOf({ isFailure, remarks }: ListOutcome) {
  if (isFailure) return 'danger';
  return remarks.length > 0 ? 'warning' : 'success';
}
