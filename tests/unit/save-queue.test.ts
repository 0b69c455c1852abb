import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSaveQueue,
  FIRST_RETRY_MS,
  LONGEST_RETRY_MS,
  SAVE_PAUSE_MS,
  SAVE_STEADY_MS,
} from '#app/components/designate/draft/autosave.ts';

const PASSING = new Error('away');
const FINAL = new Error('refused');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A queue whose saves end when told, each with the moment at which it began. */
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
    mayPass: (error) => error === PASSING,
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

describe('a save', () => {
  it('begins when typing pauses, once', async () => {
    const { queue, begun, settle, phases } = openQueue();
    for (let key = 0; key < 5; key += 1) {
      queue.touch();
      await wait(SAVE_PAUSE_MS - 1);
    }
    expect(begun).toEqual([]);
    await wait(1);
    expect(begun).toEqual([5 * (SAVE_PAUSE_MS - 1) + 1]);
    expect(queue.isSettled()).toBe(false);
    await settle();
    await wait(10 * SAVE_STEADY_MS);
    expect(begun).toHaveLength(1);
    expect(phases).toEqual(['saving', 'saved']);
    expect(queue.isSettled()).toBe(true);
  });

  it('begins every 15 seconds while typing never pauses', async () => {
    const { queue, begun, settle } = openQueue();
    for (let second = 0; second < 47; second += 1) {
      queue.touch();
      if (queue.isSaving()) await settle();
      await wait(1_000);
    }
    expect(begun).toEqual([15_000, 30_000, 45_000]);
  });

  it('is alone: what is typed meanwhile goes with the next', async () => {
    const { queue, begun, settle } = openQueue();
    queue.touch();
    await wait(SAVE_PAUSE_MS);
    queue.touch();
    await wait(5 * SAVE_PAUSE_MS);
    expect(begun).toEqual([SAVE_PAUSE_MS]);
    await settle();
    expect(begun).toEqual([SAVE_PAUSE_MS, 6 * SAVE_PAUSE_MS]);
    await settle();
    expect(queue.isSettled()).toBe(true);
  });
});

describe('saving at once', () => {
  it('has nothing to do where nothing was typed', async () => {
    const { queue, begun } = openQueue();
    expect(await queue.flush()).toBe(true);
    expect(begun).toEqual([]);
  });

  it('waits for the save under way and then for the rest', async () => {
    const { queue, begun, settle } = openQueue();
    queue.touch();
    await wait(SAVE_PAUSE_MS);
    queue.touch();
    const flushed = queue.flush();
    await settle();
    expect(begun).toHaveLength(2);
    expect(queue.isSettled()).toBe(false);
    await settle();
    expect(await flushed).toBe(true);
    expect(queue.isSettled()).toBe(true);
  });

  it('tells where it did not succeed', async () => {
    const { queue, settle } = openQueue();
    queue.touch();
    const flushed = queue.flush();
    await settle(PASSING);
    expect(await flushed).toBe(false);
    expect(queue.isSettled()).toBe(false);
  });
});

describe('a save that failed', () => {
  it('for a while is tried again, ever more rarely, and not at every key', async () => {
    const { queue, begun, settle, phases } = openQueue();
    queue.touch();
    await wait(SAVE_PAUSE_MS);
    const moments = [SAVE_PAUSE_MS];
    for (let retry = FIRST_RETRY_MS; moments.length < 9; retry = Math.min(2 * retry, LONGEST_RETRY_MS)) {
      await settle(PASSING);
      queue.touch();
      await wait(retry);
      moments.push((moments.at(-1) ?? 0) + retry);
    }
    expect(begun).toEqual(moments);
    expect(new Set(phases)).toEqual(new Set(['saving', 'failed']));
    await settle();
    expect(phases.at(-1)).toBe('saved');
    queue.touch();
    await wait(SAVE_PAUSE_MS);
    expect(begun).toHaveLength(10);
  });

  it('for a while is tried again at once when asked', async () => {
    const { queue, begun, settle } = openQueue();
    queue.touch();
    await wait(SAVE_PAUSE_MS);
    await settle(PASSING);
    queue.resume();
    expect(begun).toEqual([SAVE_PAUSE_MS, SAVE_PAUSE_MS]);
    await settle();
    await wait(LONGEST_RETRY_MS);
    expect(begun).toHaveLength(2);
  });

  it('for good stops everything until told to go on', async () => {
    const { queue, begun, settle } = openQueue();
    queue.touch();
    await wait(SAVE_PAUSE_MS);
    await settle(FINAL);
    queue.touch();
    await wait(10 * LONGEST_RETRY_MS);
    expect(await queue.flush()).toBe(false);
    expect(begun).toHaveLength(1);
    queue.resume();
    await settle();
    expect(begun).toHaveLength(2);
    expect(queue.isSettled()).toBe(true);
  });
});

describe('a queue that is held', () => {
  it('begins nothing, and makes up for it when it is released', async () => {
    const { queue, begun, settle } = openQueue();
    queue.hold();
    queue.touch();
    await wait(SAVE_STEADY_MS);
    expect(await queue.flush()).toBe(false);
    expect(begun).toEqual([]);
    queue.release();
    expect(begun).toEqual([SAVE_STEADY_MS]);
    await settle();
    queue.hold();
    queue.release();
    expect(begun).toHaveLength(1);
  });
});

it('a queue that is blocked begins nothing, and resumes with what was typed since', async () => {
  const { queue, begun, settle } = openQueue();
  queue.touch();
  queue.block();
  await wait(SAVE_STEADY_MS);
  expect(begun).toEqual([]);
  queue.resume();
  await settle();
  expect(begun).toEqual([SAVE_STEADY_MS]);
});
