import { type Command, Option } from 'commander';
import { AUDIENCE_LABELS, SILENT_SCHOOLS, UNSUBMITTED_STATES } from '#app/schemas/audience-targets.ts';
import {
  CRITERIA,
  DESIGNATION_STATUSES,
  MAIL_STATES,
  REMINDER_STATES,
  STAFF_POSITIONS,
} from '#app/schemas/enums.ts';
import type { AudienceOptions } from '#cli/audience-options.server.ts';
import type { BounceOptions } from '#cli/commands/emails-bounce.ts';
import type { DeliveriesOptions } from '#cli/commands/emails-deliveries.ts';
import type { EmailEditOptions } from '#cli/commands/emails-edit.ts';
import type { EmailPreviewOptions } from '#cli/commands/emails-preview.ts';
import type { EmailRetryOptions } from '#cli/commands/emails-retry.ts';
import type { EmailSendOptions } from '#cli/commands/emails-send.ts';
import type { PageOptions } from '#cli/parse-options.server.ts';
import { addChangeOptions, addExamples, addPageOptions, repeatable } from './options.ts';
import type { Run } from './runner.ts';

const WAIT = 'follow the sending to its end: exit code 4 where some of it failed, 1 where all did';
const EMAIL = ['<email>', 'the email template by id or name'] as const;

/** `laurel emails …` */
export function addEmailCommands(program: Command, run: Run): void {
  const emails = program.command('emails').description('the emails of the administrators');
  addTemplates(emails, run);
  addReading(emails, run);
  addSending(emails, run);
  addBounces(emails, run);
}

function addTemplates(emails: Command, run: Run): void {
  addExamples(
    addPageOptions(emails.command('list'))
      .description('the email templates by name; as JSON with their bodies')
      .action(
        run(async (call, options: PageOptions) =>
          (await import('#cli/commands/emails-list.ts')).emailsList(call, options),
        ),
      ),
    'laurel emails list',
  );
  addExamples(
    emails
      .command('show')
      .description('one email template with its subject and body')
      .argument(...EMAIL)
      .option('--body', 'its body alone, for an editor')
      .action(
        run(async (call, email: string, options: { body?: boolean }) =>
          (await import('#cli/commands/emails-show.ts')).emailsShow(call, email, options),
        ),
      ),
    'laurel emails show Welcome',
    'laurel emails show Welcome --body > welcome.mjml',
  );
  addExamples(
    addChangeOptions(emails.command('edit'))
      .description('change an email template; what no mail may hold is told by line, and nothing is saved')
      .argument(...EMAIL)
      .option('--name <name>', 'what it is called')
      .option('--subject <text>', 'its subject, which may hold merge fields like {{schools}}')
      .option('--body <file>', 'its body from a file, or - for standard input')
      .option('--rich-text', 'the body is MJML')
      .option('--no-rich-text', 'the body is plain text')
      .action(
        run(async (call, email: string, options: EmailEditOptions) =>
          (await import('#cli/commands/emails-edit.ts')).emailsEdit(call, email, options),
        ),
      ),
    'laurel emails edit Welcome --subject "Welcome to {{year}}, {{firstName}}"',
    'laurel emails edit Welcome --body welcome.mjml --rich-text --dry-run',
  );
  addExamples(
    emails
      .command('preview')
      .description('the message as it would be sent: its HTML, its text, or both as JSON')
      .argument(...EMAIL)
      .option('--email <address>', 'as this person would get it, else with schools by way of example')
      .option('--text', 'its text instead of its HTML')
      .action(
        run(async (call, email: string, options: EmailPreviewOptions) =>
          (await import('#cli/commands/emails-preview.ts')).emailsPreview(call, email, options),
        ),
      ),
    'laurel emails preview Welcome > welcome.html',
    'laurel emails preview Welcome --email kim@example.org --text',
  );
}

function addReading(emails: Command, run: Run): void {
  addExamples(
    addAudienceOptions(emails.command('recipients'))
      .description('who would get a mail, by name; who would not, and why, on standard error')
      .action(
        run(async (call, options: AudienceOptions) =>
          (await import('#cli/commands/emails-recipients.ts')).emailsRecipients(call, options),
        ),
      ),
    'laurel emails recipients --target HIGH_SCHOOLS_WITHOUT_DESIGNATION --positions PRINCIPAL COUNSELOR',
    'laurel emails recipients --target HIGH_SCHOOLS_WITH_DESIGNATION --status RETURNED --year 2026 --format csv',
  );
  addExamples(
    addPageOptions(emails.command('deliveries'))
      .description('what was sent, newest first; with an id one sending with its recipients')
      .argument('[id]', "the sending's id")
      .option('--email <text>', 'with such an address among the recipients; of one sending, those recipients')
      .addOption(repeatable('--state', 'recipients of one sending whose mail stands like this', MAIL_STATES))
      .action(
        run(async (call, id: string | undefined, options: DeliveriesOptions) =>
          (await import('#cli/commands/emails-deliveries.ts')).emailsDeliveries(call, id, options),
        ),
      ),
    'laurel emails deliveries --limit 10',
    'laurel emails deliveries 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --state FAILED BOUNCED',
  );
}

function addSending(emails: Command, run: Run): void {
  addExamples(
    addChangeOptions(addAudienceOptions(emails.command('send')))
      .description('send an email to an audience; the same call again sends nothing')
      .argument(...EMAIL)
      .option('--at <time>', 'later: a day and a time, or a day, which means 8:00 AM')
      .option(
        '--key <key>',
        'send once for this key, for 24 hours; as of REST’s Idempotency-Key (default: email, audience and day)',
      )
      .option('--again', 'also where it went to the same audience within the last minute')
      .option('--wait', WAIT)
      .action(
        run(async (call, email: string, options: EmailSendOptions) =>
          (await import('#cli/commands/emails-send.ts')).emailsSend(call, email, options),
        ),
      ),
    'laurel emails send Welcome --target ALL_HIGH_SCHOOLS --dry-run',
    'laurel emails send "Last days" --target HIGH_SCHOOLS_WITHOUT_DESIGNATION --yes --wait',
    'laurel emails send Welcome --target ALL_HIGH_SCHOOLS --positions PRINCIPAL --at "2026-12-01 07:30"',
  );
  addExamples(
    addChangeOptions(emails.command('retry'))
      .description('send the failed mails of a sending again')
      .argument('<id>', "the sending's id")
      .option('--wait', WAIT)
      .action(
        run(async (call, id: string, options: EmailRetryOptions) =>
          (await import('#cli/commands/emails-retry.ts')).emailsRetry(call, id, options),
        ),
      ),
    'laurel emails retry 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --yes --wait',
  );
}

function addBounces(emails: Command, run: Run): void {
  addExamples(
    addChangeOptions(emails.command('bounce'))
      .description('record that an address bounced: it gets no email until an administrator clears it')
      .argument('<address>', 'the address')
      .option('--reason <words>', 'the response of the mail server')
      .action(
        run(async (call, address: string, options: BounceOptions) =>
          (await import('#cli/commands/emails-bounce.ts')).emailsBounce(call, address, options),
        ),
      ),
    'laurel emails bounce gone@example.org --reason "550 5.1.1 No such user"',
  );
}

/** Whom a mail is for. */
function addAudienceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--target <target>', 'whom it is for')
        .choices(Object.keys(AUDIENCE_LABELS))
        .makeOptionMandatory(),
    )
    .addOption(repeatable('--positions', 'of the staff of schools; all unless told', STAFF_POSITIONS))
    .addOption(
      repeatable(
        '--states',
        `of ${SILENT_SCHOOLS}; ${UNSUBMITTED_STATES.join(' ')} unless told`,
        REMINDER_STATES,
      ),
    )
    .option('--year <number>', 'the academic year, by default the active one')
    .addOption(new Option('--criteria <criteria>', 'how the designation ranks students').choices(CRITERIA))
    .addOption(new Option('--status <status>', 'how the designation stands').choices(DESIGNATION_STATUSES))
    .option('--except <address...>', 'who of them gets no mail');
}
