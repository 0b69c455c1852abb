import type { Command } from 'commander';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { addChangeOptions, addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel remind`. */
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
}
