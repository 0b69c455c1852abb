import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Interrupted } from './interruption.ts';
import { printable } from './terminal/printable.ts';
import { writeOut } from './write-out.ts';

export const FORMATS = ['table', 'csv', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** The options that every command takes, as commander reads them. */
export interface GlobalOptions {
  readonly format?: Format;
  readonly quiet?: boolean;
  /** False for --no-color. */
  readonly color?: boolean;
  readonly utc?: boolean;
  readonly as?: string;
  readonly debug?: boolean;
}

/** Standard input, output and error. */
export interface Streams {
  readonly stdin: Readable & { isTTY?: boolean };
  /** A terminal tells by `hasColors` whether it shows them, and NO_COLOR keeps it from that. */
  readonly stdout: Writable & {
    isTTY?: boolean;
    columns?: number;
    hasColors?: () => boolean;
    /** Of the process's own. */
    fd?: number;
  };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number };
}

/** One call of the command line: how it wants its answer, and the ways to answer it. */
export interface Call {
  /** A table on a terminal and CSV elsewhere, unless told. */
  readonly format: Format;
  /** The format that was asked for; null for none. */
  readonly formatAsked: Format | null;
  readonly isQuiet: boolean;
  readonly isColored: boolean;
  /** Times in UTC instead of the program's zone. */
  readonly isUtc: boolean;
  /** The address of the administrator in whose name it is; null for the system. */
  readonly as: string | null;
  /** How many characters a line of the terminal has; null where the answer goes elsewhere. */
  readonly width: number | null;
  /** Whether someone can be asked. */
  readonly isInteractive: boolean;
  readonly streams: Streams;
  /**
   * Hands data to standard output, and answers when all of it has left. Throws ReaderGone once nobody reads any more, and CommandFailure
   * where it cannot be written, such as on a full disk.
   */
  write(text: string | Uint8Array): Promise<void>;
  /** A line of talk on standard error, which is no part of the answer; none where the call is quiet. What could steer a terminal is left out. */
  say(line: string): void;
  /** Asks on the terminal; only an answer that begins with y is a yes. */
  ask(question: string): Promise<boolean>;
  /** Aborted when the command is interrupted, by Ctrl-C or SIGTERM, with what then has to be thrown. */
  readonly signal: AbortSignal;
  /**
   * Runs work that ends on its own soon after `signal` and leaves nothing behind: an interrupted command waits for it. Other work is left
   * where it is, and its transactions are rolled back with the connection.
   */
  endingCleanly<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What has been begun by `endingCleanly` and not ended yet. */
  readonly cleaningUp: ReadonlySet<Promise<unknown>>;
}

/** Of a terminal that does not tell. */
const DEFAULT_WIDTH = 80;

/** What a command is handed of how it was called. */
export function makeCall(
  options: GlobalOptions,
  streams: Streams,
  interruption = new AbortController(),
): Call {
  const { stdin, stdout, stderr } = streams;
  const isTerminal = stdout.isTTY === true;
  const isQuiet = options.quiet === true;
  const cleaningUp = new Set<Promise<unknown>>();
  return {
    format: options.format ?? (isTerminal ? 'table' : 'csv'),
    formatAsked: options.format ?? null,
    isQuiet,
    isColored: isTerminal && options.color !== false && stdout.hasColors?.() === true,
    isUtc: options.utc === true,
    as: options.as ?? null,
    width: isTerminal ? columnsOf(stdout) : null,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    streams,
    write: (text) => writeOut(stdout, text),
    say: (line) => {
      if (!isQuiet) stderr.write(`${printable(line)}\n`);
    },
    ask: (question) => askAt(streams, question, interruption),
    signal: interruption.signal,
    endingCleanly: async (work) => {
      const running = work();
      cleaningUp.add(running);
      return running.finally(() => cleaningUp.delete(running));
    },
    cleaningUp,
  };
}

/** How many characters a line has. A terminal without a size, as some containers have, tells 0 columns. */
export function columnsOf({ columns = 0 }: { readonly columns?: number }): number {
  return columns > 0 ? columns : DEFAULT_WIDTH;
}

async function askAt(
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
    // Ctrl-D is no answer; some versions of Node fail by it.
    if (error instanceof Error && error.name === 'AbortError') return false;
    throw error;
  } finally {
    terminal.close();
  }
}
