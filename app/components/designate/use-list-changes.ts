import { type MouseEvent, type MutableRefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { LOADING_TIMEOUT_MS, showNotSent } from '#app/components/designate/draft/draft-context.tsx';
import { moveButtonId } from '#app/components/designate/open-student.tsx';
import type { OpenSlot } from '#app/components/designate/use-open-student.ts';
import {
  type ListOutcome,
  type ListChange,
  movedOutcome,
  REDONE,
  removedOutcome,
  UNDONE,
  undoneOutcome,
  isLastStudent,
  listBefore,
} from '#app/students/list-change.ts';
import { type DraftStudent, emptyStudent, withStoredIds } from '#app/students/draft-students.ts';
import { afterListStep } from '#app/students/list-step.ts';
import { studentName } from '#app/students/student-labels.ts';

interface ListChangesOptions {
  /** Whether the draft can be changed: its services have loaded and it has been read. */
  isLive: boolean;
  /** The list with what is typed in the open form. */
  now(): readonly DraftStudent[];
  /** Stores what is typed in the open form. */
  flush(): void;
  slot: OpenSlot;
  /** The last change, which Undo reverts. */
  change: ListChange | null;
  /** State of an empty student's address. */
  state: string;
  onChange(change: ListChange): void;
  onRearranged(after: readonly DraftStudent[]): void;
  storedStudents(): readonly DraftStudent[];
  /** The change that waits for the draft. Belongs to the step, because the draft can replace the form. */
  waitingRef: MutableRefObject<WaitingListChange | null>;
}

/** A change that was requested before the draft could be changed. */
export interface WaitingListChange {
  readonly act: ListAction;
  readonly timer: number;
}

/** Changes of the list as a whole: imports, removals, moves, and Undo. */
export function useListChanges(options: ListChangesOptions) {
  const whenLive = useWhenLive(options);
  return {
    applyOutcome: (outcome: ListOutcome, imported: readonly DraftStudent[] | null) => {
      const { change, onChange } = options;
      if (imported !== null) return whenLive((latest) => rearrange(latest, outcome, imported));
      onChange({ outcome, before: outcome.isFailure ? null : (change?.before ?? null) });
    },
    remove: (event: MouseEvent<HTMLButtonElement>, index: number) => {
      event.preventDefault();
      const removed = options.now()[index];
      whenLive((latest) => removeStudent(latest, { student: removed, shown: index }));
    },
    move: (event: MouseEvent<HTMLButtonElement>, act: 'up' | 'down', index: number) => {
      event.preventDefault();
      const moved = options.now()[index];
      whenLive((latest) => moveStudent(latest, act, { student: moved, shown: index }));
    },
    undo: () => whenLive(undo),
  };
}

/** A change of the list in `latest`. */
type ListAction = (latest: ListChangesOptions) => void;

/**
 * Returns a function that runs an action immediately, or once the draft can be changed. Of several waiting actions, only
 * the last one runs. If the draft services don't load, the page says so.
 */
function useWhenLive(options: ListChangesOptions): (act: ListAction) => void {
  const latest = useRef(options);
  const { isLive, waitingRef } = options;
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (!isLive) return;
    // The step reads the draft after this effect.
    const timer = window.setTimeout(() => {
      const { current: asked } = waitingRef;
      waitingRef.current = null;
      window.clearTimeout(asked?.timer);
      // Renders the list and the form that stays open together, as React does for a click.
      flushSync(() => asked?.act(latest.current));
    });
    return () => window.clearTimeout(timer);
  }, [isLive, waitingRef]);

  return (act) => {
    window.clearTimeout(waitingRef.current?.timer);
    waitingRef.current = null;
    if (isLive) return act(options);
    const timer = window.setTimeout(() => {
      waitingRef.current = null;
      showNotSent();
    }, LOADING_TIMEOUT_MS);
    waitingRef.current = { act, timer };
  };
}

function rearrange(
  { now, flush, slot, onChange, onRearranged }: ListChangesOptions,
  outcome: ListOutcome,
  after: readonly DraftStudent[],
): void {
  flush();
  onChange({ outcome, before: now(), after });
  slot.close();
  onRearranged(after);
}

/** A student and the index at which the page showed them. */
interface ShownStudent {
  readonly student: DraftStudent | undefined;
  readonly shown: number;
}

/** Returns a student's index in the draft, which may have another order than the page had; -1 if they aren't in it. */
function indexNow(list: readonly DraftStudent[], { student, shown }: ShownStudent): number {
  const name = studentName(student, shown);
  return list.findIndex((each, at) =>
    student?.id === undefined ? at === shown && studentName(each, at) === name : each.id === student.id,
  );
}

/** Removes a student, without a question, because Undo brings them back. */
function removeStudent(latest: ListChangesOptions, removed: ShownStudent): void {
  const list = latest.now();
  const index = indexNow(list, removed);
  if (index === -1) return;
  const name = studentName(removed.student, removed.shown);
  rearrange(
    latest,
    removedOutcome(name, isLastStudent(list, index)),
    list.filter((_, at) => at !== index),
  );
}

function moveStudent(latest: ListChangesOptions, act: 'up' | 'down', moved: ShownStudent): void {
  const before = latest.now();
  const index = indexNow(before, moved);
  if (index === -1) return;
  const step = { act, position: index + 1 };
  const { students, open } = afterListStep(before, step, emptyStudent(latest.state));
  if (open === null) return;
  rearrange(latest, movedOutcome(studentName(before[index], index), open + 1), students);
  // At either end of the list, only the other button is left.
  const other = act === 'up' ? 'down' : 'up';
  latest.slot.show(open, { id: moveButtonId(act, open), fallbackId: moveButtonId(other, open) });
}

function undo(latest: ListChangesOptions): void {
  const { change, now, flush, storedStudents } = latest;
  if (change?.before == null) return;
  flush();
  const { before, after, outcome } = change;
  const { students, lost } =
    after === undefined ? { students: before, lost: [] } : listBefore(before, after, now());
  rearrange(
    latest,
    undoneOutcome(outcome.message === UNDONE.message ? REDONE : UNDONE, lost),
    withStoredIds(students, storedStudents()),
  );
}
