import { useState } from 'react';

/**
 * A key that changes with each new value, so that the same message is shown and announced again. An action's response
 * exists before and after its page reloads, under two keys of the location.
 */
export function useOccurrence(value: object | undefined): number {
  const [last, setLast] = useState({ value, number: 0 });
  if (last.value === value) return last.number;
  const next = { value, number: last.number + 1 };
  setLast(next);
  return next.number;
}
