import { useState, useSyncExternalStore } from 'react';
import { useDraftStore } from '#app/components/designate/draft-context.ts';
import {
  confirmedClassSize,
  type Draft,
  type DraftStudent,
  emptyStudent,
  withIdsByPlace,
  withoutTrailingEmpty,
} from '#app/lib/draft.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

/** The list that a step works on, one student for each place of the class. */
export interface DraftStudents {
  readonly students: readonly DraftStudent[];
  /** The list as it is now, with what was typed since the last render. */
  now(): readonly DraftStudent[];
  /** Puts a student into the draft; false where there is none to keep it yet, and it waits here. */
  keep(index: number, student: DraftStudent): boolean;
}

/**
 * The draft's students, which closed forms hold nowhere else.
 *
 * @param draft what the step began with
 * @param posted the list that the server has sent back instead, if any
 * @param state the installation's own, which empty forms begin with
 */
export function useDraftStudents(
  draft: Draft,
  posted: readonly DraftStudent[] | null,
  state: string,
): DraftStudents {
  const { store } = useDraftStore();
  const [blank] = useState(() => emptyStudent(state));
  const [waiting] = useState(() => new Map(posted?.entries()));
  const total = designationSize(confirmedClassSize(draft) ?? 0);
  const stored = () => {
    const current = store.get();
    return (current !== null && current.id === draft.id ? current : draft).students;
  };
  const listOf = (students: readonly DraftStudent[]) =>
    Array.from({ length: total }, (_, index) => waiting.get(index) ?? students[index] ?? blank);
  const now = () => listOf(stored());
  const shown = useSyncExternalStore(store.subscribe, stored, () => draft.students);

  return {
    students: listOf(shown),
    now,
    keep: (index, student) => {
      waiting.set(index, student);
      const ids = store.get()?.students.map(({ id }) => id) ?? [];
      const isKept = store.edit({ students: withoutTrailingEmpty(withIdsByPlace(now(), ids)) });
      if (isKept) waiting.clear();
      return isKept;
    },
  };
}
