import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const SOURCES = ['app', 'cli', 'db', 'package.json', 'package-lock.json', 'remix.config.js'];
const PRODUCTS = ['build/server/index.js', 'build/cli/main.js'];

/** Builds the application once where the build is missing or older than its sources; always on CI. */
export async function setup(): Promise<void> {
  if (!process.env['CI'] && (await isBuildFresh())) return;
  try {
    await promisify(execFile)('npm', ['run', 'build'], {
      shell: process.platform === 'win32',
      // vitest's own NODE_ENV would bundle React's development build.
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The build failed, and the browser tests need it.\n${stdout}\n${stderr}`, {
      cause: error,
    });
  }
}

async function isBuildFresh(): Promise<boolean> {
  const built = await Promise.all(PRODUCTS.map(lastChange));
  const written = await Promise.all(SOURCES.map(lastChange));
  return Math.min(...built) > Math.max(...written);
}

/** Of a file or of the newest file in a folder, in milliseconds; 0 where there is none. */
async function lastChange(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(file);
  const times = await Promise.all(names.map((name) => lastChange(path.join(file, name))));
  return Math.max(0, ...times);
}
