import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { makeProgram } from '#cli/program.ts';
import type { Run } from '#cli/tree/runner.ts';

/** Parses a call with the real command tree but runs nothing. Returns the options, or the error message. */
async function call(...args: string[]): Promise<unknown> {
  let got: unknown;
  let output = '';
  const noted: Run =
    () =>
    (...given) => {
      got = given.at(-2);
      return Promise.resolve();
    };
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  streams.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await makeProgram(noted, streams).parseAsync(args, { from: 'user' });
    return got;
  } catch {
    return output;
  }
}

describe('options', () => {
  it('take choices in any case, and as tables print them', async () => {
    expect(await call('designations', 'list', '--status', 'pending', 'Returned')).toEqual({
      downloadDate: true,
      status: ['PENDING', 'RETURNED'],
    });
    expect(await call('emails', 'recipients', '--target', 'all high schools')).toEqual({
      target: 'ALL_HIGH_SCHOOLS',
    });
    expect(await call('designations', 'list', '--status', 'lost')).toMatch(
      /^error: option '--status <value\.\.\.>' argument 'lost' is invalid\. Allowed choices are /,
    );
  });

  it('of one value are refused when they are given twice', async () => {
    expect(await call('designations', 'list', '--year', '2026', '--year', '2025')).toBe(
      "error: option '--year <number>' argument '2025' is invalid. This option takes one value and can be used only once.\nRun `laurel designations list --help` for usage.\n",
    );
    expect(await call('designations', 'list', '--status', 'PENDING', '--status', 'STARTED')).toMatchObject({
      status: ['PENDING', 'STARTED'],
    });
  });
});

describe('laurel help', () => {
  it('refuses a command that is not there, of any depth', async () => {
    expect(await call('help', 'db', 'frobnicate')).toBe(
      "error: unknown command 'frobnicate'\nRun `laurel db --help` for usage.\n",
    );
  });
});
