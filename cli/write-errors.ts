import { CommandFailure } from './command-failure.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "the folder doesn't exist",
  ENOTDIR: "the folder doesn't exist",
  EISDIR: 'it is a folder',
  EACCES: "you don't have permission to write there",
  EPERM: "you don't have permission to write there",
  EROFS: "that location isn't writable",
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
