import { type Command, Option } from 'commander';
import { ACTIVITY_STATUSES, REMINDER_STATES } from '#app/schemas/enums.ts';
import {
  HIGH_SCHOOL_FIELD_LIST,
  HIGH_SCHOOL_SORTS,
  HIGH_SCHOOL_TEXT_LIST,
} from '#app/schemas/high-school-fields.ts';
import type { SchoolCreateOptions } from '#cli/commands/schools-change.ts';
import type { SchoolEditOptions } from '#cli/commands/schools-edit.ts';
import type { SchoolsImportOptions } from '#cli/commands/schools-import.ts';
import type { SchoolListOptions } from '#cli/commands/schools.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { OutstandingOptions } from '#cli/commands/schools-outstanding.ts';
import type { SnoozeOptions } from '#cli/commands/schools-snooze.ts';
import {
  addChangeOptions,
  addExamples,
  addImportOptions,
  addLimitOptions,
  addPageOptions,
  kebabCase,
  repeatable,
} from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel schools …`. */
export function addSchoolCommands(program: Command, run: Run): void {
  const schools = program.command('schools').description('high schools');
  addExamples(
    addPageOptions(addSchoolFilters(schools.command('list')), HIGH_SCHOOL_SORTS)
      .description('list high schools, optionally filtered')
      .action(
        run(async (context, options: SchoolListOptions) =>
          (await import('#cli/commands/schools.ts')).schoolsList(context, options),
        ),
      ),
    'laurel schools list --status ACTIVE',
    'laurel schools list --name high --sort designationCount --format csv',
  );
  addExamples(
    schools
      .command('show')
      .description('show a high school with its staff and open invites')
      .argument('<school>', "the school's ID, banner code, or name")
      .action(
        run(async (context, school: string) =>
          (await import('#cli/commands/schools.ts')).schoolsShow(context, school),
        ),
      ),
    'laurel schools show "Aurora High School"',
    'laurel schools show AUR --format json',
  );
  addOutstandingCommands(schools, run);
  addCreation(schools, run);
  addImport(schools, run);
  addExamples(
    addChangeOptions(schools.command('activate'))
      .description('activate schools, so that they can designate and receive email (all of them or none)')
      .argument('<school...>', 'IDs, banner codes, or names')
      .action(
        run(async (context, named: string[], options: ChangeOptions) =>
          (await import('#cli/commands/schools-change.ts')).schoolsActivate(context, named, options),
        ),
      ),
    'laurel schools activate AUR BRC --yes',
  );
  addExamples(
    addChangeOptions(schools.command('deactivate'))
      .description("deactivate schools, so that they can't designate or receive email (all of them or none)")
      .argument('<school...>', 'IDs, banner codes, or names')
      .action(
        run(async (context, named: string[], options: ChangeOptions) =>
          (await import('#cli/commands/schools-change.ts')).schoolsDeactivate(context, named, options),
        ),
      ),
    'laurel schools deactivate "Aurora High School" --dry-run',
  );
}

function addCreation(schools: Command, run: Run): void {
  addExamples(
    addTexts(addChangeOptions(schools.command('create')))
      .description('add an inactive high school and print it')
      .argument('<name>', 'the name of the school')
      .requiredOption('--phone <number>', 'phone number, like "(907) 555-0123"')
      .option('--fax <number>', 'fax number')
      .requiredOption('--address1 <line>', 'street address or PO box')
      .option('--address2 <line>', 'the second line of the address')
      .requiredOption('--city <city>', 'city')
      .requiredOption('--zip5 <digits>', 'ZIP code')
      .option('--zip4 <digits>', "the ZIP code's 4-digit extension")
      .action(
        run(async (context, name: string, options: SchoolCreateOptions) =>
          (await import('#cli/commands/schools-change.ts')).schoolsCreate(context, name, options),
        ),
      ),
    'laurel schools create "Aurora High School" --phone 9075550123 --address1 "1 School Road" --city Juneau --zip5 99801',
  );
  addExamples(
    addTexts(addChangeOptions(schools.command('edit')))
      .description('change a high school and print it; an empty value ("") clears an optional field')
      .argument('<school>', "the school's ID, banner code, or name")
      .option('--name <name>', 'the new name')
      .option('--phone <number>', 'phone number')
      .option('--fax <number>', 'fax number')
      .option('--address1 <line>', 'street address or PO box')
      .option('--address2 <line>', 'the second line of the address')
      .option('--city <city>', 'city')
      .option('--zip5 <digits>', 'ZIP code')
      .option('--zip4 <digits>', "the ZIP code's 4-digit extension")
      .action(
        run(async (context, school: string, options: SchoolEditOptions) =>
          (await import('#cli/commands/schools-edit.ts')).schoolsEdit(context, school, options),
        ),
      ),
    'laurel schools edit AUR --phone 9075550124 --fax ""',
    'laurel schools edit AUR --name "Aurora Borealis High School" --dry-run',
  );
}

function addImport(schools: Command, run: Run): void {
  addExamples(
    addImportOptions(schools.command('import'), 'Campus=name')
      .description(
        'add and update high schools from a list, and print the result for each row; matches rows to schools by ID, banner code, or name, and remembers --column for the next import',
      )
      .option(
        '--add-similar',
        'add rows that look like an existing school as new schools, instead of skipping them',
      )
      .option('--all-or-nothing', 'import nothing if any row would be skipped')
      .action(
        run(async (context, file: string, options: SchoolsImportOptions) =>
          (await import('#cli/commands/schools-import.ts')).schoolsImport(context, file, options),
        ),
      ),
    'laurel schools import schools.csv --dry-run',
    'laurel schools import district.xlsx --column "Campus=name" "Motto=none" --all-or-nothing',
    'laurel schools import - --yes < schools.csv',
  );
}

function addTexts(command: Command): Command {
  for (const [name, { label }] of HIGH_SCHOOL_TEXT_LIST) {
    // 'Banner code' becomes 'banner code', and 'Salesforce ID' stays.
    const help = label.replace(/^[A-Z](?=[a-z]+(?: [a-z]|$))/, (letter) => letter.toLowerCase());
    command.option(`--${kebabCase(name)} <text>`, help);
  }
  return command;
}

/** Adds the filters for school lists and exports. */
export function addSchoolFilters(command: Command): Command {
  for (const [name, { label, filter }] of HIGH_SCHOOL_FIELD_LIST) {
    const option = `--${kebabCase(name)}`;
    if (filter === 'status')
      command.addOption(repeatable(option, 'status; matches any of the given values', ACTIVITY_STATUSES));
    else if (filter !== undefined)
      command.option(`${option} <text>`, FILTER_HELP[filter](label.toLowerCase()));
  }
  return command;
}

const FILTER_HELP = {
  text: (label: string) => `only schools with this text in their ${label}`,
  phone: (label: string) => `only schools with this text in their ${label} number; digits alone also match`,
};

/** Adds `laurel schools outstanding`, `snooze`, and `unsnooze`. */
function addOutstandingCommands(schools: Command, run: Run): void {
  addExamples(
    addLimitOptions(schools.command('outstanding'))
      .description("list active schools that haven't started, submitted, or resubmitted this year")
      .addOption(new Option('--state <state>', 'only schools in this state').choices(REMINDER_STATES))
      .action(
        run(async (context, options: OutstandingOptions) =>
          (await import('#cli/commands/schools-outstanding.ts')).schoolsOutstanding(context, options),
        ),
      ),
    'laurel schools outstanding --state NOT_STARTED',
  );
  addExamples(
    addChangeOptions(schools.command('snooze'))
      .description("move an outstanding school to the end of the dashboard's list until a given day")
      .argument('<school>', "the school's ID, banner code, or name")
      .requiredOption('--until <day>', 'the day the snooze ends, like 2027-01-19')
      .action(
        run(async (context, school: string, options: SnoozeOptions) =>
          (await import('#cli/commands/schools-snooze.ts')).schoolsSnooze(context, school, options),
        ),
      ),
    'laurel schools snooze AUR --until 2027-01-19',
  );
  addExamples(
    addChangeOptions(schools.command('unsnooze'))
      .description("end a school's snooze")
      .argument('<school>', "the school's ID, banner code, or name")
      .action(
        run(async (context, school: string, options: ChangeOptions) =>
          (await import('#cli/commands/schools-snooze.ts')).schoolsUnsnooze(context, school, options),
        ),
      ),
    'laurel schools unsnooze AUR',
  );
}
