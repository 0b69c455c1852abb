import { type Command, Option } from 'commander';
import type { BulkStatus } from '#app/schemas/designation-bulk.ts';
import { DESIGNATION_WARNINGS } from '#app/schemas/designation-warnings.ts';
import { DESIGNATION_SORTS } from '#app/schemas/designation-fields.ts';
import type { DesignationDateFilter } from '#app/schemas/designation-filters.ts';
import { CRITERIA, DECISION_REASONS, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { DuplicatesOptions } from '#cli/commands/designations-duplicates.ts';
import type { DesignationsImportOptions } from '#cli/commands/designations-import.ts';
import type { DecisionOptions, DesignationListOptions } from '#cli/commands/designations.ts';
import { addDesignationEdits } from './designation-edits.ts';
import {
  addChangeOptions,
  addExamples,
  addImportOptions,
  addLimitOptions,
  addNoEmailOption,
  addPageOptions,
  addPurposeOption,
  kebabCase,
  repeatable,
} from './options.ts';
import type { Run } from './runner.ts';

/** A copy of `DATE_ORDERS`, whose module would slow down the command tree. */
const DATE_ORDERS = ['mdy', 'dmy', 'ymd'];

/** Adds `laurel designations …`. */
export function addDesignationCommands(program: Command, run: Run): void {
  const designations = program.command('designations').description('designations and their review');
  addExamples(
    addPageOptions(addDesignationFilters(designations.command('list')), DESIGNATION_SORTS)
      .option('--after <id>', 'show only rows after the designation with this ID')
      .description('list designations, optionally filtered')
      .action(
        run(async (context, options: DesignationListOptions) =>
          (await import('#cli/commands/designations.ts')).designationsList(context, options),
        ),
      ),
    'laurel designations list --year 2026 --status PENDING RETURNED',
    'laurel designations list --high-school "Aurora High" --sort year --format json',
  );
  addExamples(
    addLimitOptions(designations.command('duplicates'))
      .description("list pairs of schools whose lists may have the same students; shows no students' data")
      .option('--year <number>', 'the academic year (default: the active one)')
      .action(
        run(async (context, options: DuplicatesOptions) =>
          (await import('#cli/commands/designations-duplicates.ts')).designationsDuplicates(context, options),
        ),
      ),
    'laurel designations duplicates',
    'laurel designations duplicates --year 2025 --format csv > duplicates.csv',
  );
  addExamples(
    addPurposeOption(designations.command('compare'))
      .description("show two schools' lists, and mark the students who may be on both")
      .argument('<id>', "the designation's ID")
      .argument('<other-id>', "the ID of the other school's designation for the same year")
      .action(
        run(async (context, id: string, otherId: string) =>
          (await import('#cli/commands/designations-duplicates.ts')).designationsCompare(
            context,
            id,
            otherId,
          ),
        ),
      ),
    'laurel designations compare 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 8b1d4c1e-5a0f-4a8e-9b61-0f6a2d3c4b5a',
  );
  addExamples(
    addPurposeOption(designations.command('show'))
      .description('show a designation; JSON includes its students')
      .argument('<id>', "the designation's ID")
      .action(
        run(async (context, id: string) =>
          (await import('#cli/commands/designations.ts')).designationsShow(context, id),
        ),
      ),
    'laurel designations show 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
  );
  addDecision(designations, run, {
    name: 'approve',
    status: 'APPROVED',
    description: 'approve pending designations, by ID or by filter',
    examples: [
      'laurel designations approve 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
      'laurel designations approve --year 2026 --status PENDING --dry-run',
    ],
  });
  addDecision(designations, run, {
    name: 'return',
    status: 'RETURNED',
    description: 'return pending designations to their schools; requires a reason and a note',
    examples: [
      'laurel designations return 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --reason ADDRESS --note "The ZIP codes are missing."',
      'laurel designations return --high-school AUR --year 2026 --reason CLASS_SIZE OTHER --note "See our letter." --no-email',
    ],
  });
  addDecision(designations, run, {
    name: 'reject',
    status: 'REJECTED',
    description: 'reject pending designations, by ID or by filter; requires a note',
    examples: ['laurel designations reject 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --note "Submitted twice."'],
  });
  addUndo(designations, run);
  addDesignationEdits(designations, run);
  addImport(designations, run);
}

function addUndo(designations: Command, run: Run): void {
  addExamples(
    addChangeOptions(designations.command('undo'))
      .description('undo decisions made in the last minute, and cancel their emails')
      .argument('[ids...]', 'designation IDs (default: all of your decisions)')
      .action(
        run(async (context, ids: string[], options: ChangeOptions) =>
          (await import('#cli/commands/designations-undo.ts')).designationsUndo(context, ids, options),
        ),
      ),
    'laurel designations undo 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
    'laurel designations undo --as ada@example.org --yes',
  );
}

function addImport(designations: Command, run: Run): void {
  addExamples(
    addImportOptions(addPurposeOption(designations.command('import')), 'Campus=schoolName')
      .description(
        'import designations of past years, one student per row; imports all or nothing, and sends no email',
      )
      .option(
        '--year <number>',
        'the year for rows without one; rows with another year are reported as problems',
      )
      .addOption(
        new Option('--status <status>', 'the status for rows without one').choices(DESIGNATION_STATUSES),
      )
      .option(
        '--submitted-by <user>',
        'who submitted designations without a submitter (default: the administrator named by --as)',
      )
      .addOption(
        new Option('--date-order <order>', 'how to read dates of birth like 03/04/2010').choices(DATE_ORDERS),
      )
      .action(
        run(async (context, file: string, options: DesignationsImportOptions) =>
          (await import('#cli/commands/designations-import.ts')).designationsImport(context, file, options),
        ),
      ),
    'laurel designations import designations-2019.xlsx --year 2019 --dry-run',
    'laurel designations import old.csv --year 2015 --status APPROVED --column "Campus=schoolName" "Motto=none" --as ada@example.org',
  );
}

interface DecisionCommand {
  readonly name: string;
  readonly status: BulkStatus;
  readonly description: string;
  readonly examples: readonly string[];
}

function addDecision(
  designations: Command,
  run: Run,
  { name, status, description, examples }: DecisionCommand,
): void {
  addExamples(
    addNoEmailOption(
      addChangeOptions(addDesignationFilters(designations.command(name)))
        .description(description)
        .argument('[ids...]', 'designation IDs, unless you use a filter')
        .addOption(repeatable('--reason', 'one or more reasons, shown to the schools', DECISION_REASONS))
        .option('--note <text>', 'a note, sent to every school'),
      "don't email the schools",
    ).action(
      run(async (context, ids: string[], options: DecisionOptions) =>
        (await import('#cli/commands/designations.ts')).designationsDecide(context, status, ids, options),
      ),
    ),
    ...examples,
  );
}

/** Adds the filters for designation lists, exports, and reviews. */
export function addDesignationFilters(command: Command): Command {
  command
    .option('--year <number>', 'the academic year')
    .option('--high-school <school>', "the school's ID, banner code, or name")
    .option('--high-school-name <text>', 'schools whose name contains this text')
    .addOption(
      repeatable('--criteria', 'how students were ranked; matches any of the given values', CRITERIA),
    )
    .addOption(repeatable('--status', 'status; matches any of the given values', DESIGNATION_STATUSES))
    .addOption(
      repeatable(
        '--warnings',
        'warnings about the list; matches any of the given warnings',
        DESIGNATION_WARNINGS,
      ),
    )
    .option('--no-download-date', 'only designations that were never downloaded')
    .option('--resubmitted', 'only designations that were returned and are now pending again');
  for (const [name, description] of Object.entries(DATE_OPTIONS)) {
    command.option(`--${kebabCase(name)} <date>`, description);
  }
  return command;
}

const DATE_OPTIONS: Readonly<Record<DesignationDateFilter, string>> = {
  beforeDate: 'last updated on or before this date or time',
  afterDate: 'last updated on or after this date or time',
  downloadBeforeDate: 'last downloaded on or before this date or time',
  downloadAfterDate: 'last downloaded on or after this date or time',
};
