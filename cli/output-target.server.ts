import { fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import type { CommandContext } from './command-context.ts';
import { cannotWrite, foundAt, openAtomicFile } from './atomic-file.server.ts';
import { BrokenPipe } from './command-output.ts';

/** An output that is written completely or not at all. */
export interface OutputTarget {
  /** Null for standard output. */
  readonly name: string | null;
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the output, and gives a file its final name. */
  finish(): Promise<void>;
  /** Removes unfinished output, if possible. */
  discard(): Promise<void>;
}

/**
 * Opens the target of `-o`: standard output, a file (all or nothing), `fileName` in a folder, or a device.
 *
 * @throws {CommandFailure} when it can't be written
 * @throws {BrokenPipe} when standard output is closed or the null device
 */
export async function openOutputTarget(
  context: Pick<CommandContext, 'write' | 'streams'>,
  output: string | undefined,
  fileName: string,
): Promise<OutputTarget> {
  if (output === undefined || isStandardOutput(output)) {
    if (await isStdoutDiscarded(context)) throw new BrokenPipe();
    return standardOutput(context);
  }
  try {
    const isFolder = (await foundAt(output))?.isDirectory() === true;
    const name = isFolder ? path.join(output, fileName) : output;
    const found = await foundAt(name);
    return found === null || found.isFile() ? await atomicFile(name) : await device(name);
  } catch (error) {
    throw cannotWrite(output, error);
  }
}

/** Returns whether `-o` means standard output. */
export function isStandardOutput(output: string | undefined): boolean {
  return output === undefined || output === '-';
}

/** Returns whether stdout is the null device. Node.js also opens that if the caller closed stdout. */
export async function isStdoutDiscarded({ streams }: Pick<CommandContext, 'streams'>): Promise<boolean> {
  const { fd } = streams.stdout;
  const nowhere = await foundAt(devNull).catch(() => null);
  if (fd === undefined || nowhere?.isCharacterDevice() !== true) return false;
  const out = fstatSync(fd);
  return out.isCharacterDevice() && out.rdev === nowhere.rdev;
}

function standardOutput(context: Pick<CommandContext, 'write'>): OutputTarget {
  const nothing = () => Promise.resolve();
  return { name: null, write: (bytes) => context.write(bytes), finish: nothing, discard: nothing };
}

async function atomicFile(name: string): Promise<OutputTarget> {
  const { handle, finish, discard } = await openAtomicFile(name, { keepsRights: true });
  return { name, write: (bytes) => namingFile(name, () => handle.writeFile(bytes)), finish, discard };
}

async function device(name: string): Promise<OutputTarget> {
  const handle = await open(name, 'w');
  return {
    name,
    write: (bytes) => namingFile(name, () => handle.writeFile(bytes)),
    finish: () => namingFile(name, () => handle.close()),
    discard: () => handle.close().catch(() => undefined),
  };
}

async function namingFile(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw cannotWrite(name, error);
  }
}
