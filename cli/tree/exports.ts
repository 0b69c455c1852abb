import type { Command } from 'commander';
import type {
  ExportDesignationsOptions,
  ExportSchoolsOptions,
  ExportStatisticsOptions,
  ExportUsersOptions,
  MarkingOptions,
} from '#cli/commands/export.ts';
import type { OutputOptions } from '#cli/write-export.server.ts';
import { addDesignationFilters } from './designations.ts';
import { addChangeOptions, addExamples, addPurposeOption } from './options.ts';
import type { Run } from './runner.ts';
import { addSchoolFilters } from './schools.ts';
import { addStatisticsFilters } from './statistics.ts';
import { addUserFilters } from './users.ts';

/** Adds `laurel export …`. */
export function addExportCommands(program: Command, run: Run): void {
  const exports = program
    .command('export')
    .description('export the same files as in the browser; --format xlsx writes an Excel workbook');
  addDesignationExports(exports, run);
  addSchoolExports(exports, run);
  addUserExports(exports, run);
  addStatisticsExport(exports, run);
}

function addDesignationExports(exports: Command, run: Run): void {
  addExamples(
    addMarkingOptions(
      addPurposeOption(addDesignationFilters(exports.command('designations'))).option(
        '--user <user>',
        "all designations of this user (email address or ID); can't be combined with other filters",
      ),
    )
      .description('export designations and their students, and mark them as downloaded')
      .action(
        run(async (context, options: ExportDesignationsOptions) =>
          (await import('#cli/commands/export.ts')).exportDesignations(context, options),
        ),
      ),
    'laurel export designations --year 2026 -o designations-2026.csv',
    'laurel export designations --status APPROVED --only-new -o /srv/exports --as ada@example.org',
    'laurel export designations --high-school AUR --no-mark --purpose "Phone call of May 4" | less',
    'laurel export designations --only-new --profile Banner --format xlsx -o /srv/exports',
  );
  addExamples(
    addMarkingOptions(addPurposeOption(exports.command('designation')))
      .description('export one designation and its students, and mark it as downloaded')
      .argument('<id>', "the designation's ID")
      .action(
        run(async (context, id: string, options: MarkingOptions) =>
          (await import('#cli/commands/export.ts')).exportDesignation(context, id, options),
        ),
      ),
    'laurel export designation 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 -o aurora.csv',
  );
}

function addSchoolExports(exports: Command, run: Run): void {
  addExamples(
    addOutputOption(addSchoolFilters(exports.command('schools')))
      .description('export high schools and their staff')
      .action(
        run(async (context, options: ExportSchoolsOptions) =>
          (await import('#cli/commands/export.ts')).exportSchools(context, options),
        ),
      ),
    'laurel export schools --status ACTIVE -o schools.csv',
  );
  addExamples(
    addOutputOption(exports.command('school'))
      .description('export one high school and its staff')
      .argument('<school>', "the school's ID, banner code, or name")
      .action(
        run(async (context, school: string, options: OutputOptions) =>
          (await import('#cli/commands/export.ts')).exportSchool(context, school, options),
        ),
      ),
    'laurel export school "Aurora High School"',
  );
}

function addUserExports(exports: Command, run: Run): void {
  addExamples(
    addOutputOption(addUserFilters(exports.command('users')))
      .description('export accounts and their schools')
      .action(
        run(async (context, options: ExportUsersOptions) =>
          (await import('#cli/commands/export.ts')).exportUsers(context, options),
        ),
      ),
    'laurel export users --no-deleted -o users.csv',
  );
  addExamples(
    addOutputOption(exports.command('user'))
      .description('export one account and its schools')
      .argument('<user>', 'email address or ID')
      .action(
        run(async (context, user: string, options: OutputOptions) =>
          (await import('#cli/commands/export.ts')).exportUser(context, user, options),
        ),
      ),
    'laurel export user kim@example.org -o kim.csv',
  );
}

function addStatisticsExport(exports: Command, run: Run): void {
  addExamples(
    addOutputOption(addStatisticsFilters(exports.command('statistics')))
      .description("export the statistics by year, school, or city, without students' data")
      .action(
        run(async (context, options: ExportStatisticsOptions) =>
          (await import('#cli/commands/export.ts')).exportStatistics(context, options),
        ),
      ),
    'laurel export statistics --by school --year 2026 --format xlsx -o /srv/exports',
  );
}

function addOutputOption(command: Command): Command {
  return command.option(
    '-o, --output <file>',
    'the output file (replaced only when the export is complete) or a folder (default: -, standard output)',
  );
}

function addMarkingOptions(command: Command): Command {
  return addChangeOptions(addOutputOption(command))
    .option('--profile <name>', 'only the columns of this export profile, in its order')
    .option('--only-new', 'only designations that were never downloaded')
    .option('--no-mark', "don't mark designations as downloaded");
}
