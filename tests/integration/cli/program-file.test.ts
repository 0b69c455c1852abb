import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { helpTexts } from '#cli/help-texts.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { callWithSettings } from './call-laurel.ts';

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

it('the laurel program shows the prebuilt help, which matches the commands', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'laurel-help-'));
  const written = path.join(path.dirname(COMMAND_LINE), 'help');
  await cp('cli/bin.js', path.join(folder, 'cli', 'bin.mjs'));
  await cp(written, path.join(folder, 'build/cli/help'), { recursive: true });
  const help = async (...args: string[]) => {
    const call = [path.join(folder, 'cli', 'bin.mjs'), ...args, '--help'];
    return (await promisify(execFile)(process.execPath, call)).stdout;
  };

  for (const args of [[], ['years'], ['emails', 'send']]) {
    expect(await help(...args)).toBe((await callWithSettings([...args, '--help'], {})).stdout);
  }
  await expect(help('years', '../laurel')).rejects.toMatchObject({ code: 1, stdout: '' });

  const texts = Object.entries(helpTexts()).map(([args, text]) => [`${args}.txt`, text]);
  const files = (await readdir(written)).map(async (name) => [
    name,
    await readFile(path.join(written, name), 'utf8'),
  ]);
  expect(Object.fromEntries(await Promise.all(files))).toEqual(Object.fromEntries(texts));
  await rm(folder, { recursive: true });
});
