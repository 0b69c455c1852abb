import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Waits for an exclusive turn of the event loop, so that other requests run before and after work of many milliseconds.
 */
export async function yieldToOtherRequests(): Promise<void> {
  last = last.then(() => setImmediate());
  await last;
}
