import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Interrupted } from './interruption.ts';
import { printable } from '#cli/terminal/printable.ts';
import { writeOut } from './command-output.ts';

export const FORMATS = ['table', 'csv', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];
/** Excel workbooks are only for exports, which don't use `format`. */
export const FORMAT_CHOICES = [...FORMATS, 'xlsx'] as const;
type RequestedFormat = (typeof FORMAT_CHOICES)[number];

/** The global options, as parsed by Commander. */
export interface GlobalOptions {
  readonly format?: RequestedFormat;
  readonly quiet?: boolean;
  /** False for --no-color. */
  readonly color?: boolean;
  readonly utc?: boolean;
  readonly as?: string;
  /** Of commands that return students' data. */
  readonly purpose?: string;
  readonly debug?: boolean;
}

export interface Streams {
  readonly stdin: Readable & { isTTY?: boolean };
  /** `hasColors` is false if NO_COLOR is set. */
  readonly stdout: Writable & {
    isTTY?: boolean;
    columns?: number;
    hasColors?: () => boolean;
    /** Only for the process's own stdout. */
    fd?: number;
  };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number };
}

/** The context of one command: its options, streams, and cancellation. */
export interface CommandContext {
  /** By default a table on a terminal, and CSV elsewhere. */
  readonly format: Format;
  /** Null if --format isn't set. */
  readonly requestedFormat: RequestedFormat | null;
  readonly isQuiet: boolean;
  readonly isColored: boolean;
  /** Shows times in UTC instead of the installation's time zone. */
  readonly isUtc: boolean;
  /** The email address of the acting administrator; null for the system. */
  readonly as: string | null;
  /** The value of --purpose; null without one. */
  readonly statedPurpose: string | null;
  /** Columns of the terminal; null if stdout isn't a terminal. */
  readonly width: number | null;
  /** Whether stdin and stderr are terminals, so the command can ask questions. */
  readonly isInteractive: boolean;
  readonly streams: Streams;
  /** Writes to standard output, like `writeOut`. */
  write(text: string | Uint8Array): Promise<void>;
  /** Writes a line to standard error unless --quiet. Removes terminal control characters. */
  say(line: string): void;
  /** Asks on the terminal. Only answers that begin with y mean yes. */
  ask(question: string): Promise<boolean>;
  /** Aborted by Ctrl-C or SIGTERM; its reason is the error to throw. */
  readonly signal: AbortSignal;
  /** Runs work that an interrupted command waits for. It must stop soon after `signal`. Other work is abandoned. */
  withCleanup<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Work started by `withCleanup` that hasn't finished. */
  readonly cleaningUp: ReadonlySet<Promise<unknown>>;
}

/** Used if the terminal doesn't report its width. */
const DEFAULT_WIDTH = 80;

/** Creates the context of a command from its options and streams. */
export function makeCommandContext(
  options: GlobalOptions,
  streams: Streams,
  interruption = new AbortController(),
): CommandContext {
  const { stdin, stdout, stderr } = streams;
  const isTerminal = stdout.isTTY === true;
  const isQuiet = options.quiet === true;
  const cleaningUp = new Set<Promise<unknown>>();
  return {
    format: FORMATS.find((format) => format === options.format) ?? (isTerminal ? 'table' : 'csv'),
    requestedFormat: options.format ?? null,
    isQuiet,
    isColored: isTerminal && options.color !== false && stdout.hasColors?.() === true,
    isUtc: options.utc === true,
    as: options.as ?? null,
    statedPurpose: options.purpose?.trim() ?? null,
    width: isTerminal ? columnsOf(stdout) : null,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    streams,
    write: (text) => writeOut(stdout, text),
    say: (line) => {
      if (!isQuiet) stderr.write(`${printable(line)}\n`);
    },
    ask: (question) => promptOn(streams, question, interruption),
    signal: interruption.signal,
    withCleanup: async (work) => {
      const running = work();
      cleaningUp.add(running);
      return running.finally(() => cleaningUp.delete(running));
    },
    cleaningUp,
  };
}

/** Returns the width of a stream in columns. Some containers report 0 for a terminal without a size. */
export function columnsOf({ columns = 0 }: { readonly columns?: number }): number {
  return columns > 0 ? columns : DEFAULT_WIDTH;
}

async function promptOn(
  { stdin, stderr }: Streams,
  question: string,
  interruption: AbortController,
): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: stdin, output: stderr });
  terminal.once('SIGINT', () => interruption.abort(new Interrupted('SIGINT')));
  const closed = once(terminal, 'close').then(() => '');
  try {
    const answer = await Promise.race([terminal.question(`${printable(question)} [y/N] `), closed]);
    return /^y/i.test(answer.trim());
  } catch (error) {
    // Some versions of Node.js throw AbortError on Ctrl-D.
    if (error instanceof Error && error.name === 'AbortError') return false;
    throw error;
  } finally {
    terminal.close();
  }
}
