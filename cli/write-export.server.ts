import type { ExportFile, ExportReader } from '#app/domain/exports/export-file.server.ts';
import { EXPORT_FORMATS, type ExportFormatName } from '#app/schemas/export.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from './command-failure.ts';
import { createInterruptible } from './interruption.ts';
import { isStandardOutput, openOutputTarget, type OutputTarget } from './output-target.server.ts';
import { startProgress } from '#cli/terminal/progress.ts';

/** The output option, as parsed by Commander. */
export interface OutputOptions {
  /** A file or folder; - or undefined is standard output. */
  readonly output?: string;
}

export interface ExportRequest {
  readonly nouns: readonly [one: string, many: string];
  /** Description of what was searched for, like 'new schools'; by default the plural of `nouns`. */
  readonly sought?: string;
  /** Null if not counted. */
  readonly total: number | null;
  readonly isMarking: boolean;
  /** Whether to skip designations that were downloaded before. */
  readonly isOnlyNew?: boolean;
  /** Name of the export profile with the columns of designations. */
  readonly profile?: string | undefined;
  readonly open: (reader: ExportReader) => Promise<ExportFile>;
}

/**
 * Returns the kind of file to write.
 * @throws {CommandFailure} for a format that exports don't have, and for a workbook on a terminal
 */
function exportFormat(
  { requestedFormat, width }: Pick<CommandContext, 'requestedFormat' | 'width'>,
  { output }: OutputOptions,
): ExportFormatName {
  const format = EXPORT_FORMATS.find((known) => known === (requestedFormat ?? 'csv'));
  if (format === undefined) {
    throw new CommandFailure(
      `Exports are CSV or Excel workbooks, so --format must be csv or xlsx, not ${requestedFormat}.`,
      EXIT.usage,
    );
  }
  if (format === 'xlsx' && width !== null && isStandardOutput(output)) {
    throw new CommandFailure(
      "A terminal can't show a workbook. Add --output with a file or folder.",
      EXIT.usage,
    );
  }
  return format;
}

/** Streams an export to its target. If it isn't completed, marks nothing and keeps an older file. */
export async function writeExport(
  context: CommandContext,
  options: OutputOptions,
  wanted: ExportRequest,
): Promise<ExitCode> {
  const [one, many] = wanted.nouns;
  const { count, name } = await context.withCleanup(() => write(context, options, wanted));
  if (count === 0) {
    context.say(`No ${wanted.sought ?? many} match. Nothing was written.`);
    return EXIT.nothingToDo;
  }
  context.say(`Exported ${counted(count, one, many)}${name === null ? '' : ` to ${name}`}.`);
  return EXIT.done;
}

async function write(
  context: CommandContext,
  options: OutputOptions,
  { nouns, total, isMarking, isOnlyNew = false, profile, open }: ExportRequest,
): Promise<{ count: number; name: string | null }> {
  const { output } = options;
  const format = exportFormat(context, options);
  const interruption = createInterruptible(context.signal);
  const progress = startProgress(withoutProgressBar(context, output), {
    what: `Exporting ${nouns[1]}`,
    total,
  });
  let target: OutputTarget | null = null;
  let count = 0;
  const reader: ExportReader = {
    format,
    profile: profile ?? null,
    timeoutSeconds: null,
    isMarking,
    isOnlyNew,
    onBatch: (more) => {
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
      const isEmpty = () => count === 0;
      await interruption.unlessInterrupted(copy(chunks, { target, isEmpty }, context.signal));
      return { count, name: target.name };
    } finally {
      await target?.discard();
      await chunks.cancel().catch(() => undefined);
    }
  } finally {
    progress.done();
  }
}

/** Writes the file's beginning together with the first rows, so an empty export writes nothing. */
async function copy(
  chunks: ReadableStreamDefaultReader<Uint8Array>,
  { target, isEmpty }: { target: OutputTarget; isEmpty: () => boolean },
  signal: AbortSignal,
): Promise<void> {
  const unwritten: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return;
    unwritten.push(value);
    if (isEmpty()) continue;
    await target.write(Buffer.concat(unwritten.splice(0)));
    signal.throwIfAborted();
  }
}

/** Removes the progress bar if it would mix with an export printed to the same terminal. */
function withoutProgressBar(context: CommandContext, output: string | undefined): CommandContext {
  return context.width !== null && isStandardOutput(output) ? { ...context, isQuiet: true } : context;
}
