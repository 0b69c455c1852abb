import type { CsvExport, ExportReader } from '#app/domain/exports/csv-export.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from './command-failure.ts';
import { untilTooLate } from './interruption.ts';
import { isStandardOutput, openOutputTarget, type OutputTarget } from './output-target.server.ts';
import { startProgress } from '#cli/terminal/progress.ts';

/** The output option, as parsed by Commander. */
export interface OutputOptions {
  /** A file or folder; - or undefined is standard output. */
  readonly output?: string;
}

export interface WantedExport {
  readonly nouns: readonly [one: string, many: string];
  /** Description of what was searched for, like 'new schools'; by default the plural of `nouns`. */
  readonly sought?: string;
  /** Null if not counted. */
  readonly total: number | null;
  readonly isMarking: boolean;
  /** Whether to skip designations that were downloaded before. */
  readonly isOnlyNew?: boolean;
  readonly open: (reader: ExportReader) => Promise<CsvExport>;
}

/** @throws {CommandFailure} when another format is requested; exports are the browser's CSV files */
export function assertCsv({ formatAsked }: Pick<CommandContext, 'formatAsked'>): void {
  if (formatAsked === null || formatAsked === 'csv') return;
  throw new CommandFailure(`Exports are always CSV. Remove --format ${formatAsked}.`, EXIT.usage);
}

/** Streams an export to its target. If it isn't completed, marks nothing and keeps an older file. */
export async function writeExport(
  context: CommandContext,
  options: OutputOptions,
  wanted: WantedExport,
): Promise<ExitCode> {
  const [one, many] = wanted.nouns;
  const { count, name } = await context.endingCleanly(() => write(context, options, wanted));
  if (count === 0) {
    context.say(`No ${wanted.sought ?? many} match. Nothing was written.`);
    return EXIT.nothingToDo;
  }
  context.say(`Exported ${counted(count, one, many)}${name === null ? '' : ` to ${name}`}.`);
  return EXIT.done;
}

async function write(
  context: CommandContext,
  { output }: OutputOptions,
  { nouns, total, isMarking, isOnlyNew = false, open }: WantedExport,
): Promise<{ count: number; name: string | null }> {
  const interruption = untilTooLate(context.signal);
  const progress = startProgress(withoutBar(context, output), { what: `Exporting ${nouns[1]}`, total });
  let target: OutputTarget | null = null;
  let count = 0;
  const reader: ExportReader = {
    patienceSeconds: null,
    isMarking,
    isOnlyNew,
    taken: (more) => {
      count += more;
      progress.advance(more);
    },
    finish: async () => {
      interruption.pass();
      if (count > 0) await target?.finish();
    },
  };
  try {
    const { stream, fileName } = await open(reader);
    const chunks = stream.getReader();
    try {
      target = await openOutputTarget(context, output, fileName);
      await interruption.unlessInterrupted(copy(chunks, target, context.signal));
      return { count, name: target.name };
    } finally {
      await target?.discard();
      await chunks.cancel().catch(() => undefined);
    }
  } finally {
    progress.done();
  }
}

/** Writes the header together with the first row, so an empty export writes nothing. */
async function copy(
  chunks: ReadableStreamDefaultReader<Uint8Array>,
  target: OutputTarget,
  signal: AbortSignal,
): Promise<void> {
  let unwritten = (await chunks.read()).value;
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return;
    await target.write(unwritten === undefined ? value : Buffer.concat([unwritten, value]));
    unwritten = undefined;
    signal.throwIfAborted();
  }
}

/** Removes the progress bar if it would mix with an export printed to the same terminal. */
function withoutBar(context: CommandContext, output: string | undefined): CommandContext {
  return context.width !== null && isStandardOutput(output) ? { ...context, isQuiet: true } : context;
}
