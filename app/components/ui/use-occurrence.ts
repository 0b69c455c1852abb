import { useState } from 'react';

/**
 * Returns a key that changes with each new value, so that a repeated message is shown and announced again.
 * The location's key wouldn't do: it also changes when the page reloads its data after an action.
 */
export function useOccurrence(value: object | undefined): number {
  const [last, setLast] = useState({ value, number: 0 });
  if (last.value === value) return last.number;
  const next = { value, number: last.number + 1 };
  setLast(next);
  return next.number;
}
