import type { Command } from 'commander';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { SnoozeOptions } from '#cli/commands/schools-snooze.ts';
import { addChangeOptions, addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel schools snooze` and `unsnooze`. */
export function addSnoozeCommands(schools: Command, run: Run): void {
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
