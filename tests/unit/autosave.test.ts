import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSaveQueue,
  FIRST_RETRY_MS,
  LONGEST_RETRY_MS,
  SAVE_PAUSE_MS,
  SAVE_MAX_DELAY_MS,
} from '#app/components/designate/draft/autosave.ts';

const TEMPORARY = new Error('away');
const FINAL = new Error('refused');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue whose saves end on demand. Records when each save started. */
function openQueue() {
  const phases: string[] = [];
  const begun: number[] = [];
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const started = Date.now();
  const queue = createSaveQueue({
    save: () => {
      begun.push(Date.now() - started);
      return new Promise((resolve, reject) => ends.push({ resolve, reject }));
    },
    isTemporary: (error) => error === TEMPORARY,
    onPhase: (phase) => phases.push(phase),
  });
  const settle = async (error?: Error) => {
    const end = ends.shift();
    if (end === undefined) throw new Error('No save is under way.');
    if (error === undefined) end.resolve();
    else end.reject(error);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, phases, begun, settle };
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('an autosave', () => {
  it('starts once when typing pauses', async () => {
    const { queue, begun, settle, phases } = openQueue();
    for (let key = 0; key < 5; key += 1) {
      queue.markDirty();
      await wait(SAVE_PAUSE_MS - 1);
    }
    expect(begun).toEqual([]);
    await wait(1);
    expect(begun).toEqual([5 * (SAVE_PAUSE_MS - 1) + 1]);
    expect(queue.isSettled()).toBe(false);
    await settle();
    await wait(10 * SAVE_MAX_DELAY_MS);
    expect(begun).toHaveLength(1);
    expect(phases).toEqual(['saving', 'saved']);
    expect(queue.isSettled()).toBe(true);
  });

  it("starts every 15 seconds while typing doesn't pause", async () => {
    const { queue, begun, settle } = openQueue();
    for (let second = 0; second < 47; second += 1) {
      queue.markDirty();
      if (queue.isSaving()) await settle();
      await wait(1_000);
    }
    expect(begun).toEqual([15_000, 30_000, 45_000]);
  });

  it('never overlaps with another: later edits are saved by the next', async () => {
    const { queue, begun, settle } = openQueue();
    queue.markDirty();
    await wait(SAVE_PAUSE_MS);
    queue.markDirty();
    await wait(5 * SAVE_PAUSE_MS);
    expect(begun).toEqual([SAVE_PAUSE_MS]);
    await settle();
    expect(begun).toEqual([SAVE_PAUSE_MS, 6 * SAVE_PAUSE_MS]);
    await settle();
    expect(queue.isSettled()).toBe(true);
  });
});

describe('saving at once', () => {
  it('does nothing if nothing was typed', async () => {
    const { queue, begun } = openQueue();
    expect(await queue.flush()).toBe(true);
    expect(begun).toEqual([]);
  });

  it('waits for the running save and then for the rest', async () => {
    const { queue, begun, settle } = openQueue();
    queue.markDirty();
    await wait(SAVE_PAUSE_MS);
    queue.markDirty();
    const flushed = queue.flush();
    await settle();
    expect(begun).toHaveLength(2);
    expect(queue.isSettled()).toBe(false);
    await settle();
    expect(await flushed).toBe(true);
    expect(queue.isSettled()).toBe(true);
  });

  it('resolves to false if the save failed', async () => {
    const { queue, settle } = openQueue();
    queue.markDirty();
    const flushed = queue.flush();
    await settle(TEMPORARY);
    expect(await flushed).toBe(false);
    expect(queue.isSettled()).toBe(false);
  });
});

describe('a failed save', () => {
  it('is tried again at growing intervals, not at every key, if the failure is temporary', async () => {
    const { queue, begun, settle, phases } = openQueue();
    queue.markDirty();
    await wait(SAVE_PAUSE_MS);
    const moments = [SAVE_PAUSE_MS];
    for (let retry = FIRST_RETRY_MS; moments.length < 9; retry = Math.min(2 * retry, LONGEST_RETRY_MS)) {
      await settle(TEMPORARY);
      queue.markDirty();
      await wait(retry);
      moments.push((moments.at(-1) ?? 0) + retry);
    }
    expect(begun).toEqual(moments);
    expect(new Set(phases)).toEqual(new Set(['saving', 'failed']));
    await settle();
    expect(phases.at(-1)).toBe('saved');
    queue.markDirty();
    await wait(SAVE_PAUSE_MS);
    expect(begun).toHaveLength(10);
  });

  it('is retried immediately on request if the failure is temporary', async () => {
    const { queue, begun, settle } = openQueue();
    queue.markDirty();
    await wait(SAVE_PAUSE_MS);
    await settle(TEMPORARY);
    queue.resume();
    expect(begun).toEqual([SAVE_PAUSE_MS, SAVE_PAUSE_MS]);
    await settle();
    await wait(LONGEST_RETRY_MS);
    expect(begun).toHaveLength(2);
  });

  it('stops all saves until resumed if the failure is permanent', async () => {
    const { queue, begun, settle } = openQueue();
    queue.markDirty();
    await wait(SAVE_PAUSE_MS);
    await settle(FINAL);
    queue.markDirty();
    await wait(10 * LONGEST_RETRY_MS);
    expect(await queue.flush()).toBe(false);
    expect(begun).toHaveLength(1);
    queue.resume();
    await settle();
    expect(begun).toHaveLength(2);
    expect(queue.isSettled()).toBe(true);
  });
});

describe('a save queue on hold', () => {
  it('starts no save until it is released', async () => {
    const { queue, begun, settle } = openQueue();
    queue.hold();
    queue.markDirty();
    await wait(SAVE_MAX_DELAY_MS);
    expect(await queue.flush()).toBe(false);
    expect(begun).toEqual([]);
    queue.release();
    expect(begun).toEqual([SAVE_MAX_DELAY_MS]);
    await settle();
    queue.hold();
    queue.release();
    expect(begun).toHaveLength(1);
  });
});

it('a blocked save queue starts no save, and saves edits made meanwhile once resumed', async () => {
  const { queue, begun, settle } = openQueue();
  queue.markDirty();
  queue.block();
  await wait(SAVE_MAX_DELAY_MS);
  expect(begun).toEqual([]);
  queue.resume();
  await settle();
  expect(begun).toEqual([SAVE_MAX_DELAY_MS]);
});
