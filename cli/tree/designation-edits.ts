import { Argument, type Command, Option } from 'commander';
import { CRITERIA, DECISION_REASONS, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import type { DesignationEditOptions, StatusOptions } from '#cli/commands/designations-edit.ts';
import { addChangeOptions, addExamples, repeatable } from './options.ts';
import type { Run } from './runner.ts';

const ID = ['<id>', "the designation's ID"] as const;

/** Adds `laurel designations set-status` and `edit`. */
export function addDesignationEdits(designations: Command, run: Run): void {
  addExamples(
    addChangeOptions(designations.command('set-status'))
      .description('change the status of one designation, whatever it is now, for example to reopen it')
      .argument(...ID)
      .addArgument(new Argument('<status>', 'the new status').choices(DESIGNATION_STATUSES))
      .addOption(repeatable('--reason', 'one or more reasons, shown to the school', DECISION_REASONS))
      .option('--note <text>', 'a note, sent to the school')
      .option('--no-mail', "don't email the school")
      .action(
        run(async (context, id: string, status: string, options: StatusOptions) =>
          (await import('#cli/commands/designations-edit.ts')).designationsSetStatus(
            context,
            id,
            status,
            options,
          ),
        ),
      ),
    'laurel designations set-status 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 PENDING --no-mail',
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
}
