import { CommandFailure } from './command-failure.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the folder doesn’t exist',
  ENOTDIR: 'the folder doesn’t exist',
  EISDIR: 'it is a folder',
  EACCES: 'you don’t have permission to write there',
  EPERM: 'you don’t have permission to write there',
  EROFS: 'that location isn’t writable',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file would be too large',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'another program has it open',
  EIO: 'the disk reported an error',
};

/** A failure to write `name`, in a sentence for people; what is no error of writing stays what it is. */
export function cannotWrite(name: string, error: unknown): unknown {
  const reason = REASONS[errorCode(error)];
  if (reason === undefined) return error;
  return new CommandFailure(`Can’t write ${name}: ${reason}.`, undefined, { cause: error });
}

/** The system's code of a failed call, like ENOSPC; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
