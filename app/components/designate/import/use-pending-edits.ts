import { useRef } from 'react';
import type { CellEdit } from '#app/components/designate/import/import-state.ts';
import { nothingHeldDown } from '#app/components/designate/nothing-held-down.ts';

interface PendingEdits {
  /** Hands an edit on once nothing is held down: what it says about the cell moves the table under a press. */
  noteEdit(edit: CellEdit): void;
  /** Hands on now what is still waiting, and answers it. */
  settle(): readonly CellEdit[];
}

export function usePendingEdits(apply: (edits: readonly CellEdit[]) => void): PendingEdits {
  const pending = useRef<CellEdit[]>([]);
  const settle = () => {
    const edits = pending.current;
    pending.current = [];
    if (edits.length > 0) apply(edits);
    return edits;
  };
  return {
    noteEdit: (edit) => {
      pending.current.push(edit);
      void nothingHeldDown().then(settle);
    },
    settle,
  };
}
