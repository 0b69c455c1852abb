import { fstatSync, write } from 'node:fs';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { cannotWrite, errorCode } from './atomic-file.server.ts';

/** The reader of standard output closed the pipe, as `head` does. */
export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

const BROKEN_PIPE_CODES = new Set([
  'EPIPE',
  'ECONNRESET',
  'EOF',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

const writeBytes = promisify(write);

/**
 * Writes to standard output, and resolves once everything is written.
 *
 * @throws {BrokenPipe} when the reader has closed the pipe
 * @throws {CommandFailure} when it can't be written, for example because the disk is full
 */
export async function writeOut(
  stdout: Writable & { readonly fd?: number },
  text: string | Uint8Array,
): Promise<void> {
  if (text.length === 0) return;
  try {
    if (stdout.fd !== undefined && fstatSync(stdout.fd).isFile()) await writeToFile(stdout.fd, text);
    else await writeToStream(stdout, text);
  } catch (error) {
    throw BROKEN_PIPE_CODES.has(errorCode(error)) ? new BrokenPipe() : cannotWrite('standard output', error);
  }
}

/** Repeats partial writes. Node.js's stream treats a partial write to a full disk as complete. */
async function writeToFile(fd: number, text: string | Uint8Array): Promise<void> {
  let left = Buffer.from(text);
  while (left.byteLength > 0) left = left.subarray((await writeBytes(fd, left)).bytesWritten);
}

function writeToStream(stdout: Writable, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Prints a line to stdout. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line to stderr, separate from the result. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints the result of a completed command; a closed pipe doesn't change its exit code. */
export async function ignoreBrokenPipe(print: () => Promise<unknown>): Promise<void> {
  try {
    await print();
  } catch (error) {
    if (!(error instanceof BrokenPipe)) throw error;
  }
}
