import { useRef } from 'react';
import type { CellEdit } from '#app/components/designate/import/import-state.ts';
import { nothingHeldDown } from '#app/components/designate/nothing-held-down.ts';

interface PendingEdits {
  /** Applies an edit once no button or key is pressed, because its message moves the table. */
  noteEdit(edit: CellEdit): void;
  /** Applies pending edits immediately and returns them. */
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
