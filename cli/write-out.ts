import { fstatSync, write } from 'node:fs';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { cannotWrite, errorCode } from './write-errors.ts';

/** The reader of standard output has gone, like `head` when it has enough. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

const GONE = new Set([
  'EPIPE',
  'ECONNRESET',
  'EOF',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
]);

const writeBytes = promisify(write);

/**
 * Hands data to standard output, and answers when all of it has left. Throws ReaderGone once nobody reads any more, and CommandFailure
 * where it cannot be written, such as on a full disk.
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
    throw GONE.has(errorCode(error)) ? new ReaderGone() : cannotWrite('standard output', error);
  }
}

/** Node's own stream takes the part of a portion that a full disk still holds for the whole. */
async function writeToFile(fd: number, text: string | Uint8Array): Promise<void> {
  let left = Buffer.from(text);
  while (left.byteLength > 0) left = left.subarray((await writeBytes(fd, left)).bytesWritten);
}

function writeToStream(stdout: Writable, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
