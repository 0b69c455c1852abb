import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';

/** An unprivileged user, needed if the tests run as root, which can read every file. */
const OTHER_ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A folder with only what runs: build, package.json, and node_modules. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-installed-'));
  await chmod(folder, 0o755);
  await mkdir(path.join(folder, 'build'));
  await cp(path.dirname(COMMAND_LINE), path.join(folder, 'build/cli'), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{"name":"laurel","version":"9.8.7","type":"module"}');
});
afterEach(() => rm(folder, { recursive: true }));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const run = (...args: string[]) => runAs({}, args);
const runAsOtherAccount = (...args: string[]) => runAs(OTHER_ACCOUNT, args);

function runAs(user: typeof OTHER_ACCOUNT, args: readonly string[]): Promise<Ended> {
  const command = [path.join(folder, 'build/cli/main.js'), ...args];
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      command,
      { env: {} as NodeJS.ProcessEnv, ...user },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, stdout, stderr });
      },
    );
  });
}
const settingsFile = () => path.join(folder, '.env');

describe('a folder without sources', () => {
  it('is recognized by its package.json, and used for the version and .env', async () => {
    expect(await run('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^laurel 9\.8\.7( \([0-9a-f]{12}\))?\n$/) as string,
    });
    await writeFile(settingsFile(), 'DATABASE_URL=mysql://x\n');
    expect((await run('db', 'status')).stderr).toContain('  - DATABASE_URL must begin with postgresql://\n');
  });
});

describe('a .env that cannot be read', () => {
  it('is reported in one sentence', async () => {
    await writeFile(settingsFile(), 'DATABASE_URL=postgresql://localhost/laurel\n', { mode: 0o600 });
    await chmod(settingsFile(), 0);
    expect(await runAsOtherAccount('years', 'list')).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `Can't read ${settingsFile()}: permission denied. Run this command as the user that owns the file (for example, sudo -u laurel).\n`,
    });
  });

  it('is reported by laurel doctor in the same way, here because it is a folder', async () => {
    await mkdir(settingsFile());
    expect(await runAsOtherAccount('doctor')).toEqual({
      ...{ code: 1, stdout: '' },
      stderr: `Can't read ${settingsFile()}: it's a folder. Settings belong in a file, as .env.example shows.\n`,
    });
  });
});
