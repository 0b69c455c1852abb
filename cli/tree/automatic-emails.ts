import type { Command } from 'commander';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { NoticeEditOptions } from '#cli/commands/automatic-emails.ts';
import { addChangeOptions, addExamples } from './options.ts';
import type { Run } from './runner.ts';

const KIND = ['<kind>', "the email's kind, like DUE_SOON, or its name"] as const;

/** Adds `laurel automatic-emails …`. */
export function addAutomaticEmailCommands(program: Command, run: Run): void {
  const notices = program
    .command('automatic-emails')
    .description('the emails that Laurel sends automatically');
  addExamples(
    notices
      .command('list')
      .description("list the automatic emails and whether they're turned on; JSON includes their bodies")
      .action(
        run(async (context) =>
          (await import('#cli/commands/automatic-emails.ts')).automaticEmailsList(context),
        ),
      ),
    'laurel automatic-emails list',
  );
  addExamples(
    notices
      .command('show')
      .description("show an automatic email with its subject and body, and when it's sent")
      .argument(...KIND)
      .option('--body', 'print only the body, for an editor')
      .action(
        run(async (context, kind: string, options: { body?: boolean }) =>
          (await import('#cli/commands/automatic-emails.ts')).automaticEmailsShow(context, kind, options),
        ),
      ),
    'laurel automatic-emails show DUE_SOON',
    'laurel automatic-emails show STAFF_INVITED --body > invited.txt',
  );
  addExamples(
    addChangeOptions(notices.command('edit'))
      .description("change an automatic email's text, or turn it on or off")
      .argument(...KIND)
      .option('--subject <text>', 'the new subject, which may contain its merge fields')
      .option('--body <file>', 'a file with the new body, or - for standard input')
      .option('--on', 'turn it on')
      .option('--off', 'turn it off')
      .action(
        run(async (context, kind: string, options: NoticeEditOptions) =>
          (await import('#cli/commands/automatic-emails.ts')).automaticEmailsEdit(context, kind, options),
        ),
      ),
    'laurel automatic-emails edit DUE_SOON --off',
    'laurel automatic-emails edit STAFF_INVITED --body invited.txt --dry-run',
  );
  addExamples(
    addChangeOptions(notices.command('reset'))
      .description('restore the standard text of an automatic email, without turning it on or off')
      .argument(...KIND)
      .action(
        run(async (context, kind: string, options: ChangeOptions) =>
          (await import('#cli/commands/automatic-emails.ts')).automaticEmailsReset(context, kind, options),
        ),
      ),
    'laurel automatic-emails reset DUE_SOON',
  );
}
