import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isRecord } from '#app/lib/records.ts';
import { CommandFailure, EXIT } from './command-failure.ts';

const SOURCES = ['app', 'cli', 'db', 'package.json', 'package-lock.json', 'remix.config.js'];
const PRODUCTS = ['build/server/index.js', 'build/cli/main.js'];
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

/** Returns whether the build exists and is newer than its sources. */
export async function isBuildFresh(root: string): Promise<boolean> {
  const lastChanges = (files: readonly string[]) =>
    Promise.all(files.map((file) => lastChange(path.join(root, file))));
  return Math.min(...(await lastChanges(PRODUCTS))) > Math.max(...(await lastChanges(SOURCES)));
}

/**
 * Runs `npm run build` quietly. NODE_ENV must be production, or the browser gets React's development build.
 *
 * @throws {CommandFailure} with the build's output when it fails
 */
export async function buildNow(root: string, env?: NodeJS.ProcessEnv): Promise<void> {
  const options = { cwd: root, env, shell: process.platform === 'win32', maxBuffer: OUTPUT_MAX_BYTES };
  await promisify(execFile)('npm', ['run', 'build'], options).catch((error: unknown) => {
    const output = isRecord(error) ? `${String(error['stdout'])}\n${String(error['stderr'])}` : '';
    throw new CommandFailure(`The build failed.\n${output}`, EXIT.failed, { cause: error });
  });
}

/** Returns the last change of a file, or of the newest file in a folder, in milliseconds; 0 if missing. */
async function lastChange(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const names = await readdir(file);
  const times = await Promise.all(names.map((name) => lastChange(path.join(file, name))));
  return Math.max(0, ...times);
}
