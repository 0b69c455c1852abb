import type { Command } from 'commander';
import { ACTIVITY_STATUSES } from '#app/schemas/enums.ts';
import type { SchoolCreateOptions } from '#cli/commands/schools-create.ts';
import type { SchoolsImportOptions } from '#cli/commands/schools-import.ts';
import type { SchoolListOptions } from '#cli/commands/schools-list.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { addChangeOptions, addExamples, addPageOptions, repeatable } from './options.ts';
import type { Run } from './runner.ts';

/** Of `HIGH_SCHOOL_SORTS`, whose module loads more than the tree may. */
const SORTS = ['name', 'designationCount', 'phone', 'fax'];

/** `laurel schools …` */
export function addSchoolCommands(program: Command, run: Run): void {
  const schools = program.command('schools').description('high schools');
  addExamples(
    addPageOptions(addSchoolFilters(schools.command('list')), SORTS)
      .description('the high schools that a filter finds')
      .action(
        run(async (call, options: SchoolListOptions) =>
          (await import('#cli/commands/schools-list.ts')).schoolsList(call, options),
        ),
      ),
    'laurel schools list --status ACTIVE',
    'laurel schools list --name high --sort designationCount --format csv',
  );
  addExamples(
    schools
      .command('show')
      .description('one high school, with its staff and who is invited to it')
      .argument('<school>', 'its id, banner code or name')
      .action(
        run(async (call, school: string) =>
          (await import('#cli/commands/schools-show.ts')).schoolsShow(call, school),
        ),
      ),
    'laurel schools show "Aurora High School"',
    'laurel schools show AUR --format json',
  );
  addCreation(schools, run);
  addImport(schools, run);
  addExamples(
    addChangeOptions(schools.command('activate'))
      .description('let schools designate, and send them mail; all of those named, or none')
      .argument('<school...>', 'ids, banner codes or names')
      .action(
        run(async (call, named: string[], options: ChangeOptions) =>
          (await import('#cli/commands/schools-activate.ts')).schoolsActivate(call, named, options),
        ),
      ),
    'laurel schools activate AUR BRC --yes',
  );
  addExamples(
    addChangeOptions(schools.command('deactivate'))
      .description('keep schools from designating, and from mail; all of those named, or none')
      .argument('<school...>', 'ids, banner codes or names')
      .action(
        run(async (call, named: string[], options: ChangeOptions) =>
          (await import('#cli/commands/schools-activate.ts')).schoolsDeactivate(call, named, options),
        ),
      ),
    'laurel schools deactivate "Aurora High School" --dry-run',
  );
}

function addCreation(schools: Command, run: Run): void {
  addExamples(
    addChangeOptions(schools.command('create'))
      .description('add a high school, inactive until it is activated, and print it')
      .argument('<name>', 'what it is called')
      .requiredOption('--phone <number>', 'phone, like "(907) 555-0123"')
      .option('--fax <number>', 'fax')
      .requiredOption('--address1 <line>', 'street or post-office box')
      .option('--address2 <line>', 'the second line of the address')
      .requiredOption('--city <city>', 'city')
      .requiredOption('--zip5 <digits>', 'zipcode')
      .option('--zip4 <digits>', "the zipcode's extension")
      .option('--banner-code <code>', 'banner code')
      .option('--salesforce-id <id>', 'Salesforce ID')
      .option('--notes <text>', "administrators' notes")
      .action(
        run(async (call, name: string, options: SchoolCreateOptions) =>
          (await import('#cli/commands/schools-create.ts')).schoolsCreate(call, name, options),
        ),
      ),
    'laurel schools create "Aurora High School" --phone 9075550123 --address1 "1 School Road" --city Juneau --zip5 99801',
  );
}

function addImport(schools: Command, run: Run): void {
  addExamples(
    addChangeOptions(schools.command('import'))
      .description('add and change high schools from a list; prints what becomes of each row')
      .argument('<file>', 'CSV, found by banner code or name; - is standard input')
      .option(
        '--add-similar',
        'add rows that look like a school you already have as new schools; otherwise they are skipped',
      )
      .action(
        run(async (call, file: string, options: SchoolsImportOptions) =>
          (await import('#cli/commands/schools-import.ts')).schoolsImport(call, file, options),
        ),
      ),
    'laurel schools import schools.csv --dry-run',
    'laurel schools import - --yes < schools.csv',
  );
}

/** The filters of the list of schools and its downloads. */
export function addSchoolFilters(command: Command): Command {
  return command
    .option('--name <text>', 'in the name')
    .option('--phone <text>', 'in the phone, also by its digits alone')
    .option('--fax <text>', 'in the fax, also by its digits alone')
    .option('--notes <text>', 'in the notes')
    .addOption(repeatable('--status', 'several mean any of them', ACTIVITY_STATUSES))
    .option('--banner-code <text>', 'in the banner code');
}
