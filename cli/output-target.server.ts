import { fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import type { Call } from './call.ts';
import { foundAt, openWholeFile } from './whole-file.server.ts';
import { cannotWrite } from './write-errors.ts';
import { ReaderGone } from './write-out.ts';

/** Where data goes that is whole or nothing. */
export interface OutputTarget {
  /** What it is called; null for standard output. */
  readonly name: string | null;
  write(bytes: Uint8Array): Promise<void>;
  /** Makes what was written whole: only now a file has its name. */
  finish(): Promise<void>;
  /** Removes what was written, where that can be, unless it is finished. */
  discard(): Promise<void>;
}

/**
 * Opens what `-o` names: standard output for `-` or none; in a folder the file of `fileName`. A file is written whole or not at all; what is
 * no file, like a pipe, is written as it is. Throws CommandFailure for what cannot be written.
 */
export async function openOutputTarget(
  call: Pick<Call, 'write' | 'streams'>,
  output: string | undefined,
  fileName: string,
): Promise<OutputTarget> {
  if (output === undefined || isStandardOutput(output)) {
    if (await leadsNowhere(call)) throw new ReaderGone();
    return standardOutput(call);
  }
  try {
    const isFolder = (await foundAt(output))?.isDirectory() === true;
    const name = isFolder ? path.join(output, fileName) : output;
    const found = await foundAt(name);
    return found === null || found.isFile() ? await wholeFile(name) : await device(name);
  } catch (error) {
    throw cannotWrite(output, error);
  }
}

/** Whether `-o` names standard output. */
export function isStandardOutput(output: string | undefined): boolean {
  return output === undefined || output === '-';
}

/** Whether standard output is the null device, as which Node also opens one that the caller has closed. */
export async function leadsNowhere({ streams }: Pick<Call, 'streams'>): Promise<boolean> {
  const { fd } = streams.stdout;
  const nowhere = await foundAt(devNull).catch(() => null);
  if (fd === undefined || nowhere?.isCharacterDevice() !== true) return false;
  const out = fstatSync(fd);
  return out.isCharacterDevice() && out.rdev === nowhere.rdev;
}

function standardOutput(call: Pick<Call, 'write'>): OutputTarget {
  const nothing = () => Promise.resolve();
  return { name: null, write: (bytes) => call.write(bytes), finish: nothing, discard: nothing };
}

async function wholeFile(name: string): Promise<OutputTarget> {
  const { handle, finish, discard } = await openWholeFile(name, { keepsRights: true });
  return { name, write: (bytes) => writing(name, () => handle.writeFile(bytes)), finish, discard };
}

async function device(name: string): Promise<OutputTarget> {
  const handle = await open(name, 'w');
  return {
    name,
    write: (bytes) => writing(name, () => handle.writeFile(bytes)),
    finish: () => writing(name, () => handle.close()),
    discard: () => handle.close().catch(() => undefined),
  };
}

async function writing(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw cannotWrite(name, error);
  }
}
