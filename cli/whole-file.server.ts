import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailure } from './command-failure.ts';
import { cannotWrite, errorCode } from './write-errors.ts';

/** Its owner alone may read what holds students' data. */
const PRIVATE = 0o600;
const RIGHTS = 0o777;
/** Longer names are not taken everywhere. */
const NAME_PART_MAX = 60;

/** A file under a temporary name beside its place, `.NAME.….part`, which becomes the file's once everything is on the disk. */
export interface WholeFile {
  readonly handle: FileHandle;
  /** Gives it its name; only now an older file is gone. */
  finish(): Promise<void>;
  /** Removes it, and an older file is as it was. Does nothing once it has its name. */
  discard(): Promise<void>;
}

/**
 * Begins to write a file whole or not at all. It is its owner's alone to read; where it replaces another it may keep that one's rights. A
 * link stays one. Throws CommandFailure for what cannot be written.
 */
export async function openWholeFile(file: string, { keepsRights = false } = {}): Promise<WholeFile> {
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

/** Writes a file by `openWholeFile`; where `write` fails it is discarded. */
export async function writeWholeFile<Result>(
  file: string,
  write: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const whole = await openWholeFile(file);
  try {
    const result = await write(whole.handle);
    await whole.finish();
    return result;
  } finally {
    await whole.discard();
  }
}

/** What is there, or null where nothing is. */
export async function foundAt(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Where the file really is. Only a plain file is replaced, never a device or a folder. */
async function targetOf(file: string): Promise<{ target: string; rights: number }> {
  const found = await foundAt(file);
  if (found === null) return { target: path.resolve(file), rights: PRIVATE };
  if (!found.isFile()) {
    throw new CommandFailure(`Can’t write ${file}: it isn’t a regular file. - is standard output.`);
  }
  return { target: await realpath(file), rights: found.mode & RIGHTS };
}

/** A new name is on the disk when its folder is; some systems do that by themselves, or cannot be told. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
