import { type Command, Option } from 'commander';
import {
  AUDIENCE_LABELS,
  OUTSTANDING_SCHOOLS,
  SELECTED,
  UNSUBMITTED_STATES,
} from '#app/schemas/audience-targets.ts';
import {
  CRITERIA,
  DESIGNATION_STATUSES,
  EMAIL_STATES,
  REMINDER_STATES,
  STAFF_POSITIONS,
} from '#app/schemas/enums.ts';
import type { AudienceOptions } from '#cli/audience-options.server.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type {
  DeliveriesOptions,
  DeliveryTransition,
  EmailRetryOptions,
} from '#cli/commands/emails-deliveries.ts';
import type { EmailSendOptions } from '#cli/commands/emails-send.ts';
import { addBounceCommand } from './bounces.ts';
import { addTemplateCommands, EMAIL } from './email-templates.ts';
import { addChangeOptions, addExamples, addPageOptions, repeatable } from './options.ts';
import type { Run } from './runner.ts';

const WAIT = 'wait until the delivery finishes; exits with 4 if some emails failed, 1 if all failed';

/** Adds `laurel emails …`. */
export function addEmailCommands(program: Command, run: Run): void {
  const emails = program.command('emails').description('email templates, recipients, and deliveries');
  addTemplateCommands(emails, run);
  addReading(emails, run);
  addSendCommand(emails, run);
  addTransitions(emails, run);
  addBounceCommand(emails, run);
}

function addReading(emails: Command, run: Run): void {
  addExamples(
    addAudienceOptions(emails.command('recipients'))
      .description(
        'list the recipients of an audience by name; skipped people, with reasons, go to standard error',
      )
      .action(
        run(async (context, options: AudienceOptions) =>
          (await import('#cli/commands/emails.ts')).emailsRecipients(context, options),
        ),
      ),
    'laurel emails recipients --target HIGH_SCHOOLS_WITHOUT_DESIGNATION --positions PRINCIPAL COUNSELOR',
    'laurel emails recipients --target HIGH_SCHOOLS_WITH_DESIGNATION --status RETURNED --year 2026 --format csv',
  );
  addExamples(
    addPageOptions(emails.command('deliveries'))
      .description('list deliveries, newest first; with an ID, show that delivery and its recipients')
      .argument('[id]', "the delivery's ID")
      .option(
        '--email <text>',
        'only deliveries with a recipient whose address contains this text; with an ID, only those recipients',
      )
      .addOption(repeatable('--state', 'only recipients in this state (requires an ID)', EMAIL_STATES))
      .action(
        run(async (context, id: string | undefined, options: DeliveriesOptions) =>
          (await import('#cli/commands/emails-deliveries.ts')).emailsDeliveries(context, id, options),
        ),
      ),
    'laurel emails deliveries --limit 10',
    'laurel emails deliveries 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --state FAILED BOUNCED',
  );
}

function addSendCommand(emails: Command, run: Run): void {
  addExamples(
    addChangeOptions(addAudienceOptions(emails.command('send')))
      .description('send an email to an audience; repeating the same command on the same day sends nothing')
      .argument(...EMAIL)
      .option('--at <time>', 'send at this date and time; with only a date, at 8:00 AM')
      .option(
        '--key <key>',
        "send only once per key within 24 hours, like the REST API's Idempotency-Key (default: the email, audience, and day)",
      )
      .option('--again', 'send even if this email was sent to the same audience within the last minute')
      .option('--wait', WAIT)
      .action(
        run(async (context, email: string, options: EmailSendOptions) =>
          (await import('#cli/commands/emails-send.ts')).emailsSend(context, email, options),
        ),
      ),
    'laurel emails send Welcome --target ALL_HIGH_SCHOOLS --dry-run',
    'laurel emails send "Last days" --target HIGH_SCHOOLS_WITHOUT_DESIGNATION --yes --wait',
    'laurel emails send Welcome --target ALL_HIGH_SCHOOLS --positions PRINCIPAL --at "2026-12-01 07:30"',
    'laurel emails send Welcome --target SELECTED --schools 021099 "North High" --people kim@example.org',
  );
  addExamples(
    addChangeOptions(emails.command('retry'))
      .description('resend the failed emails of a delivery')
      .argument('<id>', "the delivery's ID")
      .option('--wait', WAIT)
      .action(
        run(async (context, id: string, options: EmailRetryOptions) =>
          (await import('#cli/commands/emails-deliveries.ts')).emailsRetry(context, id, options),
        ),
      ),
    'laurel emails retry 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --yes --wait',
  );
}

const TRANSITIONS: Readonly<Record<DeliveryTransition, string>> = {
  approve: 'approve a reminder that awaits approval, and start sending it',
  pause: "pause a delivery; emails that are being sent aren't affected",
  resume: 'resume a paused delivery',
  cancel: "cancel a delivery's emails that haven't been sent yet",
};

function addTransitions(emails: Command, run: Run): void {
  for (const [name, description] of Object.entries(TRANSITIONS) as [DeliveryTransition, string][]) {
    addExamples(
      addChangeOptions(emails.command(name))
        .description(description)
        .argument('<id>', "the delivery's ID")
        .action(
          run(async (context, id: string, options: ChangeOptions) =>
            (await import('#cli/commands/emails-deliveries.ts')).emailsTransition(context, name, id, options),
          ),
        ),
      `laurel emails ${name} 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11`,
    );
  }
}

function addAudienceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--target <target>', 'who receives the email')
        .choices(Object.keys(AUDIENCE_LABELS))
        .makeOptionMandatory(),
    )
    .addOption(
      repeatable('--positions', 'only school staff in these positions (default: all)', STAFF_POSITIONS),
    )
    .addOption(
      repeatable(
        '--states',
        `designation states, for target ${OUTSTANDING_SCHOOLS} only (default: ${UNSUBMITTED_STATES.join(' ')})`,
        REMINDER_STATES,
      ),
    )
    .option('--year <number>', 'the academic year (default: the active one)')
    .addOption(
      new Option('--criteria <criteria>', 'only designations that rank students this way').choices(CRITERIA),
    )
    .addOption(
      new Option('--status <status>', 'only designations with this status').choices(DESIGNATION_STATUSES),
    )
    .option('--schools <school...>', `IDs, banner codes, or names of schools, for target ${SELECTED} only`)
    .option('--people <address...>', `email addresses of users, for target ${SELECTED} only`)
    .option('--except <address...>', 'addresses to skip');
}
