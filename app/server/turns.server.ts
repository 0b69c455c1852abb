import { setImmediate } from 'node:timers/promises';

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Waits for an exclusive turn of the event loop. Work of many milliseconds starts with it, so that other requests run
 * before and after it, however many pages are requested at once.
 */
export async function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  await lastTurn;
}
