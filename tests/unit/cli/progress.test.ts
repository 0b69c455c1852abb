import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeCommandContext } from '#cli/command-context.ts';
import { startProgress } from '#cli/terminal/progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call whose standard error is a terminal if `columns` is set. */
function callWith({ columns, quiet = false }: { columns?: number; quiet?: boolean }) {
  const stderr = Object.assign(new PassThrough(), { isTTY: columns !== undefined, columns });
  const call = makeCommandContext({ quiet }, { stdin: new PassThrough(), stdout: new PassThrough(), stderr });
  return { call, written: () => (stderr.read() as Buffer | null)?.toString() ?? '' };
}

it('the progress bar is drawn over itself on a terminal, and cleared', () => {
  const { call, written } = callWith({ columns: 80 });
  const progress = startProgress(call, { what: 'Exporting', total: 2_000 });
  progress.advance(999);
  expect(written()).toBe('');
  vi.advanceTimersByTime(200);
  expect(written()).toBe('\rExporting [###########             ]  49%  999 of 2,000');
  progress.advance(1_001);
  vi.advanceTimersByTime(200);
  const whole = 'Exporting [########################] 100%  2,000 of 2,000';
  expect(written()).toBe(`\r${whole}`);
  progress.done();
  vi.advanceTimersByTime(20_000);
  expect(written()).toBe(`\r${' '.repeat(whole.length)}\r`);
});

it('the progress bar is never longer than one line', () => {
  const { call, written } = callWith({ columns: 20 });
  const progress = startProgress(call, { what: 'Exporting', total: 2_000 });
  vi.advanceTimersByTime(200);
  expect(written()).toBe('\rExporting [        ');
  progress.done();
});

it('the progress bar has 80 characters on a terminal without a known width', () => {
  const { call, written } = callWith({ columns: 0 });
  const progress = startProgress(call, { what: 'Exporting', total: 2_000 });
  vi.advanceTimersByTime(200);
  expect(written()).toBe('\rExporting [                        ]   0%  0 of 2,000');
  progress.done();
});

it('progress is printed every ten seconds outside of a terminal, even without a total', () => {
  const { call, written } = callWith({});
  const progress = startProgress(call, { what: 'Saving', total: null });
  progress.advance(1_500);
  vi.advanceTimersByTime(9_999);
  expect(written()).toBe('');
  vi.advanceTimersByTime(1);
  progress.advance(1);
  vi.advanceTimersByTime(10_000);
  progress.done();
  vi.advanceTimersByTime(10_000);
  expect(written()).toBe('Saving: 1,500\nSaving: 1,501\n');
});

it.each([{ columns: 80 }, {}])("progress isn't printed with --quiet", (terminal) => {
  const { call, written } = callWith({ ...terminal, quiet: true });
  const progress = startProgress(call, { what: 'Saving', total: 10 });
  vi.advanceTimersByTime(60_000);
  progress.done();
  expect(written()).toBe('');
});
