import { CommandFailure } from './command-failure.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'there is no space left',
  EDQUOT: 'there is no space left',
  EFBIG: 'it would be larger than files may be',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'another program has it open',
  EIO: 'the disk fails',
};

/** A failure to write `name`, in a sentence for people; what is no error of writing stays what it is. */
export function cannotWrite(name: string, error: unknown): unknown {
  const reason = REASONS[errorCode(error)];
  if (reason === undefined) return error;
  return new CommandFailure(`${name} cannot be written: ${reason}.`, undefined, { cause: error });
}

/** The system's code of a failed call, like ENOSPC; empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
