import type { Command } from 'commander';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { EmailCreateOptions, EmailEditOptions } from '#cli/commands/emails-change.ts';
import type { EmailListOptions, EmailPreviewOptions } from '#cli/commands/emails.ts';
import { STARTERS } from '#app/schemas/email-starters.ts';
import { addChangeOptions, addExamples, addPageOptions } from './options.ts';
import type { Run } from './runner.ts';

export const EMAIL = ['<email>', "the email template's ID or name"] as const;

/** Adds the commands about email templates to `laurel emails`. */
export function addTemplateCommands(emails: Command, run: Run): void {
  addExamples(
    addPageOptions(emails.command('list'))
      .description('list the email templates by name; JSON includes their bodies')
      .option('--one-off', 'list one-off emails instead')
      .action(
        run(async (context, options: EmailListOptions) =>
          (await import('#cli/commands/emails.ts')).emailsList(context, options),
        ),
      ),
    'laurel emails list',
    'laurel emails list --one-off',
  );
  addExamples(
    emails
      .command('show')
      .description('show an email template with its subject and body')
      .argument(...EMAIL)
      .option('--body', 'print only the body, for an editor')
      .action(
        run(async (context, email: string, options: { body?: boolean }) =>
          (await import('#cli/commands/emails.ts')).emailsShow(context, email, options),
        ),
      ),
    'laurel emails show Welcome',
    'laurel emails show Welcome --body > welcome.mjml',
  );
  addChanging(emails, run);
  addExamples(
    emails
      .command('preview')
      .description('preview an email as HTML or plain text, or both in JSON')
      .argument(...EMAIL)
      .option('--email <address>', 'preview it for this recipient (default: with sample values)')
      .option('--text', 'show the plain text instead of HTML')
      .action(
        run(async (context, email: string, options: EmailPreviewOptions) =>
          (await import('#cli/commands/emails.ts')).emailsPreview(context, email, options),
        ),
      ),
    'laurel emails preview Welcome > welcome.html',
    'laurel emails preview Welcome --email kim@example.org --text',
  );
}

function addChanging(emails: Command, run: Run): void {
  addExamples(
    addChangeOptions(emails.command('create'))
      .description('create an email template; if it contains errors, list them by line and save nothing')
      .argument('<name>', 'the name of the template')
      .option('--subject <text>', 'the subject, which may contain merge fields such as {{schools}}')
      .option('--body <file>', 'a file with the body, or - for standard input')
      .option('--rich-text', 'the body is MJML')
      .option('--one-off', "make it a one-off email, which isn't listed with the templates")
      .option(
        '--start-with <layout>',
        `start with a layout (${STARTERS.join(', ')}), or with the text of another email (ID or name)`,
      )
      .action(
        run(async (context, name: string, options: EmailCreateOptions) =>
          (await import('#cli/commands/emails-change.ts')).emailsCreate(context, name, options),
        ),
      ),
    'laurel emails create Welcome --subject "Welcome, {{firstName}}" --body welcome.txt',
    'laurel emails create "Last days" --start-with REMINDER',
  );
  addExamples(
    addChangeOptions(emails.command('duplicate'))
      .description('copy an email template or a one-off email to a new template')
      .argument(...EMAIL)
      .action(
        run(async (context, email: string, options: ChangeOptions) =>
          (await import('#cli/commands/emails-change.ts')).emailsDuplicate(context, email, options),
        ),
      ),
    'laurel emails duplicate Welcome',
  );
  addExamples(
    addChangeOptions(emails.command('edit'))
      .description('change an email template; if it contains errors, list them by line and save nothing')
      .argument(...EMAIL)
      .option('--name <name>', 'the new name')
      .option('--subject <text>', 'the new subject, which may contain merge fields such as {{schools}}')
      .option('--body <file>', 'a file with the new body, or - for standard input')
      .option('--rich-text', 'the body is MJML')
      .option('--no-rich-text', 'the body is plain text')
      .action(
        run(async (context, email: string, options: EmailEditOptions) =>
          (await import('#cli/commands/emails-change.ts')).emailsEdit(context, email, options),
        ),
      ),
    'laurel emails edit Welcome --subject "Welcome to {{year}}, {{firstName}}"',
    'laurel emails edit Welcome --body welcome.mjml --rich-text --dry-run',
  );
  addExamples(
    addChangeOptions(emails.command('delete'))
      .description('delete an email template that no reminder uses; its deliveries remain')
      .argument(...EMAIL)
      .action(
        run(async (context, email: string, options: ChangeOptions) =>
          (await import('#cli/commands/emails-change.ts')).emailsDelete(context, email, options),
        ),
      ),
    'laurel emails delete Welcome --dry-run',
  );
}
