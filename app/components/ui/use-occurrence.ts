import { useState } from 'react';

/**
 * The number of a value among those that a component was rendered with, as a key: what says the same again is then shown, and announced,
 * again. An action's answer stands there before and after its page is read anew, under two keys of the location.
 */
export function useOccurrence(value: object | undefined): number {
  const [last, setLast] = useState({ value, number: 0 });
  if (last.value === value) return last.number;
  const next = { value, number: last.number + 1 };
  setLast(next);
  return next.number;
}
