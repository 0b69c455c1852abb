import type { Command } from 'commander';
import { YEAR_DATE_LIST, type YearDateName } from '#app/schemas/year-fields.ts';
import type { YearDateOptions } from '#cli/commands/years.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { addExtensionCommands } from './year-extensions.ts';
import { addChangeOptions, addExamples, kebabCase } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel years …`. */
export function addYearCommands(program: Command, run: Run): void {
  const years = program.command('years').description('academic years');
  addExamples(
    years
      .command('list')
      .description('list academic years, newest first')
      .action(run(async (context) => (await import('#cli/commands/years.ts')).yearsList(context))),
    'laurel years list',
    'laurel years list --format json --utc',
  );
  addExamples(
    addChangeOptions(years.command('add'))
      .description('add a year, which is inactive until you activate it')
      .argument('<year>', 'the year, for example 2027')
      .action(
        run(async (context, year: string, options: ChangeOptions) =>
          (await import('#cli/commands/years.ts')).yearsAdd(context, year, options),
        ),
      ),
    'laurel years add 2027',
  );
  addExamples(
    addChangeOptions(years.command('activate'))
      .description('make a year the active year')
      .argument('<year>', 'the year')
      .action(
        run(async (context, year: string, options: ChangeOptions) =>
          (await import('#cli/commands/years.ts')).yearsActivate(context, year, options),
        ),
      ),
    'laurel years activate 2027 --dry-run',
  );
  addClosing(years, run);
  addExamples(
    addChangeOptions(years.command('rollover'))
      .description('begin a year: add it, copy dates and reminders, activate it, and close the previous year')
      .argument('[year]', "the new year (default: the current calendar year in the program's time zone)")
      .action(
        run(async (context, year: string | undefined, options: ChangeOptions) =>
          (await import('#cli/commands/years-rollover.ts')).yearsRollover(context, year, options),
        ),
      ),
    'laurel years rollover --dry-run',
    'laurel years rollover 2027 --yes',
  );
  addExamples(
    addDates(addChangeOptions(years.command('dates')))
      .description('set a year\'s dates in the program\'s time zone; "none" clears a date')
      .argument('<year>', 'the year')
      .action(
        run(async (context, year: string, options: YearDateOptions) =>
          (await import('#cli/commands/years.ts')).yearsDates(context, year, options),
        ),
      ),
    'laurel years dates 2027 --opens 2027-09-01 --due 2027-12-01',
    'laurel years dates 2027 --due "2027-12-01 17:00" --yes',
    'laurel years dates 2027 --early-due none',
  );
  addExtensionCommands(years, run);
}

function addClosing(years: Command, run: Run): void {
  addExamples(
    addChangeOptions(years.command('deactivate'))
      .description("deactivate a year, so that schools can't start designations until a year is active")
      .argument('<year>', 'the year')
      .action(
        run(async (context, year: string, options: ChangeOptions) =>
          (await import('#cli/commands/years.ts')).yearsDeactivate(context, year, options),
        ),
      ),
    'laurel years deactivate 2026 --dry-run',
  );
  addExamples(
    addChangeOptions(years.command('delete'))
      .description('delete an inactive year without designations, with its extensions and reminders')
      .argument('<year>', 'the year')
      .action(
        run(async (context, year: string, options: ChangeOptions) =>
          (await import('#cli/commands/years.ts')).yearsDelete(context, year, options),
        ),
      ),
    'laurel years delete 2031',
  );
  addExamples(
    addChangeOptions(years.command('undo'))
      .description('undo the last rollover, unless the new year has designations')
      .action(
        run(async (context, options: ChangeOptions) =>
          (await import('#cli/commands/years-rollover.ts')).yearsUndo(context, options),
        ),
      ),
    'laurel years undo --dry-run',
    'laurel years undo --as ada@example.org --yes',
  );
}

const DATE_HELP: Readonly<Record<YearDateName, string>> = {
  opensAt: 'when schools can begin',
  earlyDueAt: 'the early due date',
  dueAt: "the due date; schools can't submit after it",
  correctionsDueAt: 'when corrections to returned designations are due',
};

function addDates(command: Command): Command {
  for (const [name, { option }] of YEAR_DATE_LIST) {
    command.option(`--${kebabCase(option)} <date>`, DATE_HELP[name]);
  }
  return command;
}
