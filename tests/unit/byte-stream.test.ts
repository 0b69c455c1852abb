import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { byteStreamOf, LEAST_BYTES } from '#app/domain/exports/byte-stream.ts';

const READ_TIMEOUT_SECONDS = 30;

/** A stream of texts, each produced in `makingMs`. `isReleased` tells whether the source was closed. */
async function openStream(texts: readonly string[], makingMs = 0) {
  const state = { isReleased: false };
  async function* chunks(): AsyncGenerator<string, void> {
    try {
      for (const text of texts) {
        if (makingMs > 0) await new Promise((made) => setTimeout(made, makingMs));
        yield text;
      }
    } finally {
      state.isReleased = true;
    }
  }
  const source = chunks();
  const [first] = await Promise.all([source.next(), vi.advanceTimersByTimeAsync(makingMs)]);
  return { state, reader: byteStreamOf(first, source, READ_TIMEOUT_SECONDS).getReader() };
}

const small = Array.from({ length: 20 }, () => 'x'.repeat(1_000));
const large = Array.from({ length: 20 }, () => 'x'.repeat(LEAST_BYTES));

describe('the reader of an export', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('disconnects a client that reads a chunk every 29 s, but less than 64 KiB in 30 s', async () => {
    const { reader, state } = await openStream(small);
    await reader.read();
    await vi.advanceTimersByTimeAsync(29_000);
    await reader.read();
    expect(state.isReleased).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(reader.read()).rejects.toThrow('The client stopped reading the response.');
    expect(state.isReleased).toBe(true);
  });

  it('allows a client that reads 64 KiB every 29 s', async () => {
    const { reader, state } = await openStream(large);
    for (let taken = 0; taken < large.length; taken += 1) {
      expect((await reader.read()).done).toBe(false);
      await vi.advanceTimersByTimeAsync(29_000);
    }
    expect((await reader.read()).done).toBe(true);
    expect(state.isReleased).toBe(true);
  });

  it('disconnects a client that reads nothing', async () => {
    const { reader, state } = await openStream(small);
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(reader.read()).rejects.toThrow('The client stopped reading the response.');
    expect(state.isReleased).toBe(true);
  });

  it("isn't disconnected because the next text takes time to build", async () => {
    const { reader } = await openStream(small, 20_000);
    for (let taken = 0; taken < small.length; taken += 1) {
      const [read] = await Promise.all([reader.read(), vi.advanceTimersByTimeAsync(20_000)]);
      expect(read.done).toBe(false);
    }
    expect((await reader.read()).done).toBe(true);
  });
});
