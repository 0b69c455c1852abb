import { Busy } from '#app/lib/domain-errors.ts';

/**
 * Exports that one process runs at a time. Each holds a database connection for as long as its reader takes, and wants a second
 * one for a moment before each portion; the others of the pool are everybody's.
 */
export const EXPORTS_AT_ONCE = 5;
const RETRY_SECONDS = 10;

let taken = 0;

/**
 * Takes a place and answers what gives it back, once. Throws Busy where none is free. Of the process's `connections` exports
 * never hold the last one: else each could wait for a second one that only the others could give back.
 */
export function takeExportPlace(connections: number): () => void {
  if (taken >= Math.min(EXPORTS_AT_ONCE, connections - 1)) {
    throw new Busy('Several downloads are running already. Try again in a few seconds.', RETRY_SECONDS);
  }
  taken += 1;
  let isHeld = true;
  return () => {
    if (isHeld) taken -= 1;
    isHeld = false;
  };
}
