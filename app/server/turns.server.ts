import { setImmediate } from 'node:timers/promises';

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Waits for an exclusive turn of the event loop, so that other requests run before and after work of many milliseconds.
 */
export async function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  await lastTurn;
}
