import { type CommandContext, columnsOf } from '#cli/command-context.ts';

/** A running progress display. Always call `done`, or a partial bar stays on the terminal. */
export interface Progress {
  advance(count: number): void;
  done(): void;
}

export interface ProgressOf {
  readonly what: string;
  readonly total: number | null;
}

const REDRAW_MS = 200;
const SAY_MS = 10_000;
const BAR_WIDTH = 24;

/**
 * Shows progress on standard error unless --quiet: a bar on a terminal, otherwise a line every 10 s. The bar uses only
 * spaces and carriage returns, so it works on every terminal.
 */
export function startProgress(context: CommandContext, work: ProgressOf): Progress {
  let count = 0;
  let drawn = 0;
  const { stderr } = context.streams;
  const isTerminal = stderr.isTTY === true;
  const clear = () => {
    if (drawn > 0) stderr.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  };
  const draw = () => {
    const bar = barOf(work, count, columnsOf(stderr) - 1);
    stderr.write(`\r${bar.padEnd(drawn)}`);
    drawn = bar.length;
  };
  const tell = isTerminal ? draw : () => context.say(lineOf(work, count));
  const timer = context.isQuiet ? undefined : setInterval(tell, isTerminal ? REDRAW_MS : SAY_MS).unref();
  return {
    advance: (more) => {
      count += more;
    },
    done: () => {
      clearInterval(timer);
      clear();
    },
  };
}

/** Draws a bar like `Exporting [####        ]  50%  50,750 of 101,500`, cut to the line's width. */
function barOf(work: ProgressOf, count: number, width: number): string {
  const { what, total } = work;
  if (total === null || total === 0) return lineOf(work, count).slice(0, width);
  const share = Math.min(1, count / total);
  const bar = '#'.repeat(Math.floor(share * BAR_WIDTH)).padEnd(BAR_WIDTH);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `${what} [${bar}] ${percent}  ${amountOf(work, count)}`.slice(0, width);
}

function lineOf(work: ProgressOf, count: number): string {
  return `${work.what}: ${amountOf(work, count)}`;
}

function amountOf({ total }: ProgressOf, count: number): string {
  const figure = count.toLocaleString('en-US');
  return total === null ? figure : `${figure} of ${total.toLocaleString('en-US')}`;
}
