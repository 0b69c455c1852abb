import type { Command } from 'commander';
import { REMINDER_STATES, STAFF_POSITIONS } from '#app/schemas/enums.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { ReminderOptions } from '#cli/commands/reminders.ts';
import { addChangeOptions, addExamples, repeatable } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel remind` and `laurel reminders …`. */
export function addReminderCommands(program: Command, run: Run): void {
  addExamples(
    addChangeOptions(program.command('remind'))
      .description(
        'send the reminders that are due, as servers do every minute; a school never receives the same reminder twice',
      )
      .action(
        run(async (context, options: ChangeOptions) =>
          (await import('#cli/commands/remind.ts')).remind(context, options),
        ),
      ),
    'laurel remind --dry-run',
    'laurel remind --yes',
  );
  addRules(program.command('reminders').description("the active year's reminders"), run);
}

function addRules(reminders: Command, run: Run): void {
  addExamples(
    reminders
      .command('list')
      .description("list the active year's reminders, earliest first")
      .action(run(async (context) => (await import('#cli/commands/reminders.ts')).remindersList(context))),
    'laurel reminders list',
  );
  addExamples(
    addRuleOptions(addChangeOptions(reminders.command('add')))
      .description("add a reminder to the active year; it's sent after approval unless you add --automatic")
      .action(
        run(async (context, options: ReminderOptions) =>
          (await import('#cli/commands/reminders.ts')).remindersAdd(context, options),
        ),
      ),
    'laurel reminders add --days 7 --states NOT_STARTED STARTED',
    'laurel reminders add --days 1 --states STARTED --email "Last days" --automatic',
  );
  addExamples(
    addRuleOptions(addChangeOptions(reminders.command('edit')))
      .description("change a reminder; schools that it has already reminded aren't reminded again")
      .argument('<id>', "the reminder's ID")
      .option('--no-automatic', 'send it after approval')
      .action(
        run(async (context, id: string, options: ReminderOptions) =>
          (await import('#cli/commands/reminders.ts')).remindersEdit(context, id, options),
        ),
      ),
    'laurel reminders edit 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --days 3',
  );
  addExamples(
    addChangeOptions(reminders.command('remove'))
      .description("remove a reminder, and cancel its emails that haven't been sent yet")
      .argument('<id>', "the reminder's ID")
      .action(
        run(async (context, id: string, options: ChangeOptions) =>
          (await import('#cli/commands/reminders.ts')).remindersRemove(context, id, options),
        ),
      ),
    'laurel reminders remove 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
  );
}

function addRuleOptions(command: Command): Command {
  return command
    .option('--days <number>', 'days before the due date; 0 is the due date')
    .addOption(repeatable('--states', 'designation states of the schools to remind', REMINDER_STATES))
    .addOption(
      repeatable('--positions', 'only staff in these positions, or all (default: all)', [
        ...STAFF_POSITIONS,
        'all',
      ]),
    )
    .option(
      '--email <email>',
      'an email template (ID or name), or "standard" for the automatic email (default)',
    )
    .option('--automatic', 'send it without approval');
}
