import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailure } from './command-failure.ts';

/** Its owner alone may read it: it holds students' data. */
const PRIVATE = 0o600;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'there is no space left',
  EDQUOT: 'there is no space left',
};

/**
 * Writes a file whole or not at all: under a temporary name beside it, which becomes the file's once everything is on the disk. Where
 * `write` fails the temporary file is removed, and an older file stays as it was. Throws CommandFailure for what cannot be written.
 */
export async function writeWholeFile<Result>(
  file: string,
  write: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const target = await writableTarget(file);
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target)}.${randomBytes(6).toString('hex')}.part`,
  );
  try {
    const handle = await open(temporary, 'wx', PRIVATE);
    let result: Result;
    try {
      result = await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
    await syncFolder(path.dirname(target));
    return result;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw asFailure(file, error);
  }
}

/** Where the file really is: a link stays one. Only a plain file is replaced, never a device or a folder. */
async function writableTarget(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return path.resolve(file);
  if (!found.isFile()) {
    throw new CommandFailure(`${file} cannot be written: it is no plain file. - is standard output.`);
  }
  return realpath(file);
}

/** A new name is on the disk when its folder is; Windows does that by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function asFailure(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  if (reason === undefined) return error;
  return new CommandFailure(`${file} cannot be written: ${reason}.`, undefined, { cause: error });
}
