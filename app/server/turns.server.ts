import { setImmediate } from 'node:timers/promises';

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop that nobody else who waits here gets. Work of many milliseconds begins with it, so that other
 * requests are answered before and after, however many pages are asked for at once.
 */
export async function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  await lastTurn;
}
