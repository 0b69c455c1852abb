import type { MouseEvent } from 'react';
import { moveButtonId } from '#app/components/designate/open-student.tsx';
import type { OpenSlot } from '#app/components/designate/use-open-student.ts';
import type { Question } from '#app/components/ui/confirm.tsx';
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
} from '#app/lib/students/list-change.ts';
import {
  type DraftStudent,
  emptyStudent,
  isFilledIn,
  withStoredIds,
} from '#app/lib/students/draft-students.ts';
import { afterListStep } from '#app/lib/students/list-step.ts';
import { studentName } from '#app/lib/students/student-labels.ts';

interface ListChangesOptions {
  /** The list with what is typed in the open form. */
  now(): readonly DraftStudent[];
  /** Stores what is typed in the open form. */
  flush(): void;
  slot: OpenSlot;
  /** The last change, which Undo reverts. */
  change: ListChange | null;
  /** State of an empty student's address. */
  state: string;
  confirm(question: Question): Promise<boolean>;
  onChange(change: ListChange): void;
  onRearranged(after: readonly DraftStudent[]): void;
  storedStudents(): readonly DraftStudent[];
}

/** Changes of the list as a whole: imports, removals, moves, and Undo. */
export function useListChanges(options: ListChangesOptions) {
  const { now, flush, slot, change, state, confirm, onChange, onRearranged, storedStudents } = options;

  const rearrange = (outcome: ListOutcome, after: readonly DraftStudent[]) => {
    flush();
    onChange({ outcome, before: now(), after });
    slot.close();
    onRearranged(after);
  };

  return {
    applyOutcome: (outcome: ListOutcome, imported: readonly DraftStudent[] | null) => {
      if (imported !== null) return rearrange(outcome, imported);
      onChange({ outcome, before: outcome.isFailure ? null : (change?.before ?? null) });
    },
    remove: async (event: MouseEvent<HTMLButtonElement>, target: number) => {
      event.preventDefault();
      flush();
      const student = now()[target];
      const name = studentName(student, target);
      const question = {
        title: `Remove ${name}?`,
        message: isLastStudent(now(), target)
          ? 'You can undo this.'
          : 'The students below will move up one place. You can undo this.',
        confirmLabel: `Remove ${name}`,
        cancelLabel: 'Keep student',
        tone: 'danger',
      } as const;
      if (student !== undefined && isFilledIn(student) && !(await confirm(question))) return;
      // A colleague's save may have moved the student while the dialog was open.
      const isStudent = (each: DraftStudent, index: number) =>
        student?.id === undefined
          ? index === target && studentName(each, index) === name
          : each.id === student.id;
      const list = now();
      if (!list.some(isStudent)) return;
      rearrange(
        removedOutcome(name, isLastStudent(list, list.findIndex(isStudent))),
        list.filter((each, index) => !isStudent(each, index)),
      );
    },
    move: (event: MouseEvent<HTMLButtonElement>, act: 'up' | 'down', index: number) => {
      event.preventDefault();
      const before = now();
      const step = { act, position: index + 1 };
      const { students, open } = afterListStep(before, step, emptyStudent(state));
      if (open === null) return;
      rearrange(movedOutcome(studentName(before[index], index), open + 1), students);
      slot.show(open, { id: moveButtonId(act, open) });
    },
    undo: () => {
      if (change?.before == null) return;
      flush();
      const { before, after, outcome } = change;
      const { students, lost } =
        after === undefined ? { students: before, lost: [] } : listBefore(before, after, now());
      rearrange(
        undoneOutcome(outcome.message === UNDONE.message ? REDONE : UNDONE, lost),
        withStoredIds(students, storedStudents()),
      );
    },
  };
}
