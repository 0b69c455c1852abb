import { expect, vi } from 'vitest';

const TIMEOUT_MS = 60_000;

/** Advances the timers that the test has faked by `stepMs`, over and over, until `work` ends. */
export async function advanceTimersDuring<Result>(work: Promise<Result>, stepMs: number): Promise<Result> {
  let hasEnded = false;
  const end = () => (hasEnded = true);
  work.then(end, end);
  const advance = async () => {
    await vi.advanceTimersByTimeAsync(stepMs);
    return hasEnded;
  };
  await expect.poll(advance, { timeout: TIMEOUT_MS }).toBe(true);
  return work;
}
