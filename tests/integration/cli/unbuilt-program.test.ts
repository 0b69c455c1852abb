import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('says in one sentence that it is not built yet', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'laurel-unbuilt-'));
  await cp('cli/bin.js', path.join(folder, 'cli', 'bin.mjs'));
  const run = promisify(execFile)(process.execPath, [path.join(folder, 'cli', 'bin.mjs'), '--help']);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Laurel is not built yet: run `npm run build` first.\n',
  });
  await rm(folder, { recursive: true });
});
