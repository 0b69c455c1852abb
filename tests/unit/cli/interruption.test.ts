import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Interrupted, unlessInterrupted } from '#cli/interruption.ts';

const NOTHING: ReadonlySet<Promise<unknown>> = new Set();
const endless = () => new Promise<number>(() => undefined);

describe('what runs unless it is interrupted', () => {
  it('resolves and rejects as the work does', async () => {
    const { signal } = new AbortController();
    expect(await unlessInterrupted(Promise.resolve(3), signal, NOTHING)).toBe(3);
    await expect(unlessInterrupted(Promise.reject(new Error('no')), signal, NOTHING)).rejects.toThrow('no');
  });

  it('stops with the exit code of the signal', async () => {
    const interruption = new AbortController();
    const ended = unlessInterrupted(endless(), interruption.signal, NOTHING);
    interruption.abort(new Interrupted('SIGTERM'));
    await expect(ended).rejects.toMatchObject({ name: 'Interrupted', exitCode: 143 });
  });

  it('rejects with the interruption even if the work fails because of it, or it came first', async () => {
    const interruption = new AbortController();
    interruption.abort(new Interrupted('SIGINT'));
    const failing = Promise.reject(new Error('The question was taken back.'));
    await expect(unlessInterrupted(failing, interruption.signal, NOTHING)).rejects.toMatchObject({
      exitCode: 130,
    });
    await expect(unlessInterrupted(endless(), interruption.signal, NOTHING)).rejects.toMatchObject({
      exitCode: 130,
    });
  });

  it('waits for the cleanup', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const interruption = new AbortController();
    const order: string[] = [];
    const cleanUp = new Promise<void>((resolve) => {
      interruption.signal.addEventListener('abort', () => {
        setTimeout(() => {
          order.push('clean');
          resolve();
        }, 50);
      });
    });
    const ended = unlessInterrupted(endless(), interruption.signal, new Set([cleanUp]));
    const reported = ended.catch(() => order.push('ended'));
    interruption.abort(new Interrupted('SIGINT'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(order).toEqual(['clean']);
    await vi.advanceTimersByTimeAsync(100);
    await reported;
    expect(order).toEqual(['clean', 'ended']);
  });
});
