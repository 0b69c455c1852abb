import { type Command, Option } from 'commander';
import { DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import type { DesignationsImportOptions } from '#cli/commands/designations-import.ts';
import { addExamples, addImportOptions, addPurposeOption } from './options.ts';
import type { Run } from './runner.ts';

/** A copy of `DATE_ORDERS`, whose module would slow down the command tree. */
const DATE_ORDERS = ['mdy', 'dmy', 'ymd'];

/** Adds `laurel designations import`. */
export function addDesignationImport(designations: Command, run: Run): void {
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
