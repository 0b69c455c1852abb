import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { readSchoolList, UnmatchedColumns } from '#app/domain/high-schools/read-school-list.server.ts';
import { type ChosenColumns, NO_FIELD, type SchoolColumn } from '#app/schemas/school-columns.ts';
import { SCHOOL_CSV, SCHOOL_CSV_FIELDS } from '#app/schemas/school-csv-kind.ts';
import { csvHeaderKey } from '#app/schemas/student-csv-columns.ts';
import { counted } from '#app/lib/text/counted.ts';
import { CsvImportError, isWorkbook } from '#app/lib/csv/csv-text.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import {
  SCHOOL_IMPORT_OUTCOME_LABELS,
  schoolImportDetails,
  schoolImportSummary,
} from '#app/messages/school-import-labels.ts';
import { ADD_SIMILAR } from '#app/schemas/enums.ts';
import type { SchoolImportPlan, SchoolImportRow, SimilarChoices } from '#app/schemas/school-import.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { type ImportOptions, readImportFile } from '#cli/import-list.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { withOptionErrors } from '#cli/parse-options.server.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

const COLUMNS: readonly Column<SchoolImportRow>[] = [
  { title: 'Row', isNumber: true, cell: ({ number }) => number },
  { title: 'School', cell: ({ name }) => name },
  { title: 'What happens', cell: ({ outcome }) => SCHOOL_IMPORT_OUTCOME_LABELS[outcome] },
  { title: 'Details', cell: (row) => schoolImportDetails(row).join('; ') },
];

export interface SchoolsImportOptions extends ImportOptions {
  readonly addSimilar?: boolean;
  readonly allOrNothing?: boolean;
}

/** `laurel schools import FILE`: exits with 4 if rows are skipped, or with 1 if there is nothing else to import. */
export async function schoolsImport(
  context: CommandContext,
  file: string,
  options: SchoolsImportOptions,
): Promise<ExitCode> {
  const given = await readImportFile(context, file, options);
  const bytes = await csvBytesOf(given.bytes, options.sheet);
  return withServices(context, async (ctx) => {
    const columns = chosenColumns(bytes, options.column);
    const plan = (choices?: SimilarChoices) => planSchoolImport(ctx, bytes, { choices, columns });
    const { shown: base } = await withOptionErrors({ list: 'FILE' }, () => plan());
    const choices = options.addSimilar === true ? addedAsNew(base) : undefined;
    const { shown } = choices === undefined ? { shown: base } : await plan(choices);
    await printRows(context, shown, ctx.settings.timeZone);
    const { create, update, similar, error } = shown.counts;
    if (options.allOrNothing === true && similar + error > 0) {
      context.say('Some rows would be skipped, so nothing was imported.');
      return EXIT.failed;
    }
    const schools = counted(create + update, 'school');
    if (create + update > 0) {
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) =>
          importSchools(tx, { bytes, plan: base.plan, choices, columns, importedFrom: given.source }),
        question: () => `Import ${schools}?`,
      });
      context.say(isDone ? `Imported ${schools}.` : 'Nothing has been imported yet.');
    }
    return exitCodeOf(shown);
  });
}

/**
 * Returns the file as CSV, if it is a workbook.
 * @throws {CommandFailure} when it is a workbook that can't be read
 */
async function csvBytesOf(bytes: Uint8Array, sheet: string | undefined): Promise<Uint8Array> {
  if (!isWorkbook(bytes)) {
    if (sheet === undefined) return bytes;
    throw new CommandFailure(`--sheet: ${IMPORT_MESSAGES.sheetOfCsv}`, EXIT.usage);
  }
  const { csvTextOfWorkbook } = await import('#app/lib/csv/workbook-text.ts');
  try {
    return new TextEncoder().encode(await csvTextOfWorkbook(bytes, SCHOOL_CSV, sheet));
  } catch (error) {
    if (!(error instanceof CsvImportError)) throw error;
    const lines = [error.message, ...error.remarks].map((message) => `FILE: ${message}`);
    throw new CommandFailure(lines.join('\n'), EXIT.usage);
  }
}

/** @throws {CommandFailure} for a header that the file doesn't have, or an unknown field */
function chosenColumns(bytes: Uint8Array, given: readonly string[] | undefined): ChosenColumns | undefined {
  if (given === undefined) return undefined;
  const { columns } = listColumns(bytes);
  return new Map(
    given.map((choice) => {
      const [header = '', name = ''] = choice.split(/=(?=[^=]*$)/);
      const column = columns.find((known) => csvHeaderKey(known.header) === csvHeaderKey(header));
      if (column === undefined) {
        throw new CommandFailure(`--column: The file has no column named ${header}.`, EXIT.usage);
      }
      const field = SCHOOL_CSV_FIELDS.find((known) => known === name);
      if (field === undefined && name !== NO_FIELD) {
        const fields = [...SCHOOL_CSV_FIELDS, NO_FIELD].join(', ');
        throw new CommandFailure(`--column: ${name} isn't a field. Use one of: ${fields}.`, EXIT.usage);
      }
      return [column.index, field ?? null];
    }),
  );
}

/** Returns the file's columns; none if it can't be read, which the import reports. */
function listColumns(bytes: Uint8Array): { readonly columns: readonly SchoolColumn[] } {
  try {
    return readSchoolList(bytes);
  } catch (error) {
    return error instanceof UnmatchedColumns ? error.list : { columns: [] };
  }
}

function addedAsNew({ rows }: SchoolImportPlan): SimilarChoices {
  return new Map(
    rows.filter(({ outcome }) => outcome === 'similar').map(({ number }) => [number, ADD_SIMILAR]),
  );
}

async function printRows(context: CommandContext, shown: SchoolImportPlan, timeZone: string): Promise<void> {
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
