import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailure } from './command-failure.ts';

/** Files may contain student data, so only their owner can read them. */
const PRIVATE = 0o600;
const RIGHTS = 0o777;
/** Some file systems don't support longer names. */
const NAME_PART_MAX = 60;

/** A temporary file next to the target, `.NAME.….part`, renamed once everything is on disk. */
export interface AtomicFile {
  readonly handle: FileHandle;
  /** Renames the file, which replaces an older one. */
  finish(): Promise<void>;
  /** Removes the file and keeps an older one. Does nothing after `finish`. */
  discard(): Promise<void>;
}

/**
 * Opens a file that is written completely or not at all. Only its owner can read it, unless `keepsRights` keeps an
 * older file's permissions. Follows symbolic links.
 *
 * @throws {CommandFailure} when it can't be written
 */
export async function openAtomicFile(file: string, { keepsRights = false } = {}): Promise<AtomicFile> {
  try {
    const { target, rights: older } = await targetOf(file);
    const rights = keepsRights ? older : PRIVATE;
    const { dir, base } = path.parse(target);
    const random = randomBytes(6).toString('hex');
    const temporary = path.join(dir, `.${base.slice(0, NAME_PART_MAX)}.${random}.part`);
    const handle = await open(temporary, 'wx', PRIVATE);
    let isFinished = false;
    return {
      handle,
      finish: async () => {
        try {
          if (rights !== PRIVATE) await handle.chmod(rights);
          await handle.sync();
          await handle.close();
          await rename(temporary, target);
        } catch (error) {
          throw cannotWrite(file, error);
        }
        isFinished = true;
        await syncFolder(dir);
      },
      discard: async () => {
        if (isFinished) return;
        await handle.close().catch(() => undefined);
        await rm(temporary, { force: true }).catch(() => undefined);
      },
    };
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/** Writes a file with `openAtomicFile`, and discards it if `write` fails. */
export async function writeAtomicFile<Result>(
  file: string,
  write: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const opened = await openAtomicFile(file);
  try {
    const result = await write(opened.handle);
    await opened.finish();
    return result;
  } finally {
    await opened.discard();
  }
}

/** Returns the file's stats; null if it doesn't exist. */
export async function foundAt(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Resolves symbolic links. Only regular files can be replaced. */
async function targetOf(file: string): Promise<{ target: string; rights: number }> {
  const found = await foundAt(file);
  if (found === null) return { target: path.resolve(file), rights: PRIVATE };
  if (!found.isFile()) {
    throw new CommandFailure(`Can't write ${file}: it isn't a regular file. For standard output, use -.`);
  }
  return { target: await realpath(file), rights: found.mode & RIGHTS };
}

/** Persists the rename. Some systems don't support this or don't need it, so errors are ignored. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const STEP = 1000;

/** Formats a size with decimal units: '512 bytes', '4.2 MB'. */
export function byteSize(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / STEP ** power;
  return `${power === 0 ? size : size.toFixed(1)} ${UNITS[power] ?? ''}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "the folder doesn't exist",
  ENOTDIR: "the folder doesn't exist",
  EISDIR: "it's a folder",
  EACCES: "you don't have permission to write there",
  EPERM: "you don't have permission to write there",
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file would be too large',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'another program has it open',
  EIO: 'the disk reported an error',
};

/** Converts a write error to a readable CommandFailure; returns other errors unchanged. */
export function cannotWrite(name: string, error: unknown): unknown {
  const reason = REASONS[errorCode(error)];
  if (reason === undefined) return error;
  return new CommandFailure(`Can't write ${name}: ${reason}.`, undefined, { cause: error });
}

/** Returns a system error code like ENOSPC; '' if there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
