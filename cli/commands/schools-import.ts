import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { MAX_CSV_BYTES } from '#app/lib/csv/csv-text.ts';
import {
  SCHOOL_IMPORT_OUTCOME_LABELS,
  schoolImportDetails,
  schoolImportSummary,
} from '#app/lib/messages/school-import-labels.ts';
import { ADD_SIMILAR } from '#app/schemas/enums.ts';
import type { SchoolImportPlan, SchoolImportRow, SimilarChoices } from '#app/schemas/school-import.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { namingOptions } from '#cli/parse-options.server.ts';
import { readInput, STDIN } from '#cli/read-input.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

const COLUMNS: readonly Column<SchoolImportRow>[] = [
  { title: 'Row', isNumber: true, cell: ({ number }) => number },
  { title: 'School', cell: ({ name }) => name },
  { title: 'What happens', cell: ({ outcome }) => SCHOOL_IMPORT_OUTCOME_LABELS[outcome] },
  { title: 'Details', cell: (row) => schoolImportDetails(row).join('; ') },
];

export interface SchoolsImportOptions extends ChangeOptions {
  readonly addSimilar?: boolean;
}

/** `laurel schools import FILE`: exits with 4 if rows are skipped, or with 1 if there is nothing else to import. */
export async function schoolsImport(
  context: CommandContext,
  file: string,
  options: SchoolsImportOptions,
): Promise<ExitCode> {
  if (file === STDIN && options.yes !== true && options.dryRun !== true) {
    throw new CommandFailure(
      "The CSV file is read from standard input, so we can't ask for confirmation. Add --yes or --dry-run.",
      EXIT.usage,
    );
  }
  const bytes = await readInput(context, file, MAX_CSV_BYTES);
  return withServices(context, async (ctx) => {
    const plan = (choices?: SimilarChoices) => planSchoolImport(ctx, bytes, choices);
    const { shown: base } = await namingOptions({ list: 'FILE' }, () => plan());
    const choices = options.addSimilar === true ? addedAsNew(base) : undefined;
    const { shown } = choices === undefined ? { shown: base } : await plan(choices);
    await tellRows(context, shown, ctx.settings.timeZone);
    const { create, update } = shown.counts;
    const schools = counted(create + update, 'school');
    if (create + update > 0) {
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => importSchools(tx, { bytes, plan: base.plan, ...(choices && { choices }) }),
        question: () => `Import ${schools}?`,
      });
      context.say(isDone ? `Imported ${schools}.` : 'Nothing has been imported yet.');
    }
    return exitCodeOf(shown);
  });
}

function addedAsNew({ rows }: SchoolImportPlan): SimilarChoices {
  return new Map(
    rows.filter(({ outcome }) => outcome === 'similar').map(({ number }) => [number, ADD_SIMILAR]),
  );
}

async function tellRows(context: CommandContext, shown: SchoolImportPlan, timeZone: string): Promise<void> {
  await ignoreBrokenPipe(() =>
    printList(context, { columns: COLUMNS, pages: onePage(shown.rows), timeZone, empty: '' }),
  );
  if (shown.ignoredHeaders.length > 0) {
    context.say(`Columns not imported: ${shown.ignoredHeaders.join(', ')}.`);
  }
  context.say(schoolImportSummary(shown));
}

function exitCodeOf({ counts: { create, update, similar, error } }: SchoolImportPlan): ExitCode {
  const left = similar + error;
  if (create + update > 0) return left > 0 ? EXIT.partlyDone : EXIT.done;
  return left > 0 ? EXIT.failed : EXIT.nothingToDo;
}
