import path from 'node:path';
import {
  type ImportProblem,
  type ImportProblems,
  PROBLEMS_MAX,
  UnimportableList,
} from '#app/domain/imports/import-problems.ts';
import type { ImportedTable } from '#app/domain/imports/imported-table.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { IMPORT_LIMITS } from '#app/schemas/import-kinds.ts';
import { type ChangeOptions, confirmChange } from './apply-change.server.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from './command-failure.ts';
import { ignoreBrokenPipe } from './command-output.ts';
import { readInput, STDIN } from './read-input.ts';
import type { Column } from './terminal/cell-text.ts';
import { onePage, printList } from './terminal/print-list.ts';

/** The options of every import, as parsed by Commander. */
export interface ImportOptions extends ChangeOptions {
  /** 'HEADER=FIELD', where the field 'none' doesn't import the column. */
  readonly column?: readonly string[];
  readonly sheet?: string;
}

/** Names of the options in error messages. */
export const IMPORT_NAMES: Readonly<Record<string, string>> = { file: 'FILE' };

/** A file to import, and its name for events. */
export interface ImportFile {
  readonly bytes: Uint8Array;
  readonly source: string;
}

const SOURCE_MAX = 200;

/**
 * Reads the file of an import.
 * @throws {CommandFailure} when it can't be read, or when standard input leaves no way to ask for confirmation
 */
export async function readImportFile(
  context: CommandContext,
  file: string,
  { yes, dryRun }: ChangeOptions,
): Promise<ImportFile> {
  if (file === STDIN && yes !== true && dryRun !== true) {
    throw new CommandFailure(
      "The file is read from standard input, so we can't ask for confirmation. Add --yes or --dry-run.",
      EXIT.usage,
    );
  }
  const name = path.basename(file).replace(/\p{Cc}/gu, ' ');
  return {
    bytes: await readInput(context, file, IMPORT_LIMITS.maxBytes),
    source: file === STDIN ? 'standard input' : name.slice(0, SOURCE_MAX),
  };
}

interface Resolved {
  readonly adding: readonly unknown[];
  readonly unchanged: number;
  readonly problems: ImportProblems;
}

export interface ListImport<Outcome extends Resolved> {
  readonly table: Pick<ImportedTable<string>, 'matched' | 'ignoredHeaders'>;
  /** What is wrong with the rows themselves. */
  readonly problems: ImportProblems;
  readonly plan: () => Promise<Outcome>;
  readonly make: () => Promise<Outcome>;
  /** Describes what is added, like '31 designations with 310 students'. */
  readonly describe: (outcome: Outcome) => string;
}

/** Prints what an import would do or what is wrong, asks, and imports all of the list or nothing. */
export async function importList<Outcome extends Resolved>(
  context: CommandContext,
  options: ChangeOptions,
  { settings }: Ctx,
  { table, problems, plan, make, describe }: ListImport<Outcome>,
): Promise<ExitCode> {
  const { matched, ignoredHeaders } = table;
  if (matched.length > 0) {
    context.say(`Matched columns: ${matched.map(({ header, field }) => `${header} = ${field}`).join(', ')}.`);
  }
  if (ignoredHeaders.length > 0) context.say(`Columns not imported: ${ignoredHeaders.join(', ')}.`);
  const planned = await plan();
  const all = problems.with(planned.problems);
  if (all.count > 0) {
    await printProblems(context, all, settings.timeZone);
    return EXIT.failed;
  }
  const what = describe(planned);
  const unchanged = planned.unchanged === 0 ? '' : ` ${planned.unchanged} already imported.`;
  if (planned.adding.length === 0) {
    context.say(`Nothing to import.${unchanged}`);
    return EXIT.nothingToDo;
  }
  if (options.dryRun === true) {
    context.say(`Would import ${what}.${unchanged}`);
    return EXIT.done;
  }
  await confirmChange(context, options, `Import ${what}?${unchanged}`);
  try {
    context.say(`Imported ${describe(await make())}.${unchanged}`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof UnimportableList)) throw error;
    // Something was changed since the preview.
    await printProblems(context, error.problems, settings.timeZone);
    return EXIT.failed;
  }
}

const COLUMNS: readonly Column<ImportProblem>[] = [
  { title: 'Row', isNumber: true, cell: ({ row }) => row },
  { title: 'Column', cell: ({ column }) => column },
  { title: 'Problem', cell: ({ message }) => message },
];

async function printProblems(
  context: CommandContext,
  problems: ImportProblems,
  timeZone: string,
): Promise<void> {
  const listed = problems.listed();
  await ignoreBrokenPipe(() =>
    printList(context, { columns: COLUMNS, pages: onePage(listed), timeZone, empty: '' }),
  );
  const more =
    problems.count > PROBLEMS_MAX ? ` The first ${counted(PROBLEMS_MAX, 'problem')} are listed.` : '';
  context.say(`${new UnimportableList(problems).message}${more}`);
}
