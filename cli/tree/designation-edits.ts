import { Argument, type Command, Option } from 'commander';
import { CRITERIA, DECISION_REASONS, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import type { DesignationEditOptions, StatusOptions } from '#cli/commands/designations-edit.ts';
import type { MessageOptions } from '#cli/commands/designations-messages.ts';
import type { PageOptions } from '#cli/parse-options.server.ts';
import {
  addChangeOptions,
  addExamples,
  addNoEmailOption,
  addPageOptions,
  addPurposeOption,
  repeatable,
} from './options.ts';
import type { Run } from './runner.ts';

const ID = ['<id>', "the designation's ID"] as const;

/** Adds `laurel designations set-status`, `edit`, `messages`, and `message`. */
export function addDesignationEdits(designations: Command, run: Run): void {
  addExamples(
    addNoEmailOption(
      addChangeOptions(designations.command('set-status'))
        .description(
          'change the status of one designation, whatever its current status, for example to reopen it',
        )
        .argument(...ID)
        .addArgument(new Argument('<status>', 'the new status').choices(DESIGNATION_STATUSES))
        .addOption(repeatable('--reason', 'one or more reasons, shown to the school', DECISION_REASONS))
        .option('--note <text>', 'a note, sent to the school'),
      "don't email the school",
    ).action(
      run(async (context, id: string, status: string, options: StatusOptions) =>
        (await import('#cli/commands/designations-edit.ts')).designationsSetStatus(
          context,
          id,
          status,
          options,
        ),
      ),
    ),
    'laurel designations set-status 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 PENDING --no-email',
    'laurel designations set-status 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 RETURNED --reason ADDRESS --note "Call us."',
  );
  addExamples(
    addChangeOptions(designations.command('edit'))
      .description("correct a designation's class size or criteria, without changing its status")
      .argument(...ID)
      .option('--class-size <number>', 'the number of students in the class')
      .addOption(new Option('--criteria <criteria>', 'how students were ranked').choices(CRITERIA))
      .option('--comment <text>', 'the comment on the criteria')
      .action(
        run(async (context, id: string, options: DesignationEditOptions) =>
          (await import('#cli/commands/designations-edit.ts')).designationsEdit(context, id, options),
        ),
      ),
    'laurel designations edit 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --class-size 84',
  );
  addMessages(designations, run);
}

function addMessages(designations: Command, run: Run): void {
  addExamples(
    addPageOptions(addPurposeOption(designations.command('messages')))
      .description("list the messages between a designation's school and the office, newest first")
      .argument(...ID)
      .action(
        run(async (context, id: string, options: PageOptions) =>
          (await import('#cli/commands/designations-messages.ts')).designationsMessages(context, id, options),
        ),
      ),
    'laurel designations messages 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
  );
  addExamples(
    addChangeOptions(designations.command('message'))
      .description("send a message about a designation; the school's staff receive an email without its text")
      .argument(...ID)
      .requiredOption('--text <text>', 'the message')
      .action(
        run(async (context, id: string, options: MessageOptions) =>
          (await import('#cli/commands/designations-messages.ts')).designationsMessage(context, id, options),
        ),
      ),
    'laurel designations message 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --text "Is the class size right?"',
  );
}
