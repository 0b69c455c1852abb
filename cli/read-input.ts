import { createReadStream } from 'node:fs';
import type { CommandContext } from './command-context.ts';
import { CommandFailure } from './command-failure.ts';

/** The file name that means standard input. */
export const STDIN = '-';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "the file doesn't exist",
  EISDIR: "it's a folder",
  EACCES: "you don't have permission to read it",
};

/**
 * Reads a file, or standard input for `-`. Stops soon after `maxBytes`, so callers can detect input that is too large.
 *
 * @throws {CommandFailure} when it can't be read
 */
export async function readInput(
  { streams }: Pick<CommandContext, 'streams'>,
  file: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const chunk of file === STDIN ? streams.stdin : createReadStream(file)) {
      const bytes = chunk as Uint8Array;
      chunks.push(bytes);
      read += bytes.byteLength;
      if (read > maxBytes) break;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new CommandFailure(`Can't read ${file}${code in REASONS ? `: ${REASONS[code]}` : ''}.`, undefined, {
      cause: error,
    });
  }
  return Buffer.concat(chunks);
}
