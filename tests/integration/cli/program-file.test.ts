import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';

it("the laurel program reports that it isn't built yet", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'laurel-unbuilt-'));
  await cp('cli/bin.js', path.join(folder, 'cli', 'bin.mjs'));
  const run = promisify(execFile)(process.execPath, [path.join(folder, 'cli', 'bin.mjs'), '--help']);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: "Laurel isn't built yet. Run `npm run build` first.\n",
  });
  await rm(folder, { recursive: true });
});

it('the laurel program shows the help of the whole program and of a command', async () => {
  const help = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [COMMAND_LINE, ...args, '--help'])).stdout;
  expect(await help()).toMatch(/^Usage: laurel \[options\] \[command\]\n/);
  expect(await help('emails', 'send')).toMatch(/^Usage: laurel emails send \[options\] /);
});
