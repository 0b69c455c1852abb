import { type Command, Option } from 'commander';
import { AUDIT_TYPES } from '#app/schemas/audit-filters.ts';
import type { AuditOptions, LogListOptions } from '#cli/commands/audit.ts';
import { addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel audit` and `laurel events list`. */
export function addAuditCommand(program: Command, run: Run): void {
  addExamples(
    program
      .command('audit')
      .description("list changes and disclosures, newest first; shows no students' data")
      .option('--person <text>', 'part of the name or email address of the person who did it')
      .option('--os-user <text>', 'part of the operating system user and host, such as root@web1')
      .option('--high-school <school>', "the school's ID, banner code, or name")
      .option('--student <id>', "the student's ID, as shown in the exports")
      .addOption(new Option('--type <type>', 'only changes, or only disclosures').choices(AUDIT_TYPES))
      .option('--kind <kind>', 'an event or purpose, such as designation.approved or designations.download')
      .option('--after-date <date>', 'on or after this date or time')
      .option('--before-date <date>', 'on or before this date or time')
      .option('--limit <number>', 'show at most this many rows')
      .action(
        run(async (context, options: AuditOptions) =>
          (await import('#cli/commands/audit.ts')).audit(context, options),
        ),
      ),
    'laurel audit --limit 20',
    'laurel audit --high-school AUR --after-date 2026-11-01',
    'laurel audit --type disclosure --person ada@example.org --format csv > disclosures.csv',
  );
  const events = program.command('events').description('all changes: who changed what, when, and how');
  addExamples(
    addLogOptions(
      events.command('list').description('list changes, newest first'),
      "a school's ID, banner code, or name, an account's email address, or the ID of what changed",
    ).action(
      run(async (context, options: LogListOptions) =>
        (await import('#cli/commands/audit.ts')).logList(context, 'EVENT', options),
      ),
    ),
    'laurel events list --since 2026-10-01 --actor kim@example.org',
    'laurel events list --subject AUR --format csv > aurora.csv',
  );
}

/** Adds the options of `laurel events list` and `laurel disclosures list`. */
export function addLogOptions(command: Command, subject: string): Command {
  return command
    .option('--since <date>', 'on or after this date or time')
    .option('--until <date>', 'on or before this date or time')
    .option('--actor <text>', 'part of the name or email address of the person who did it')
    .option('--subject <subject>', subject)
    .option('--limit <number>', 'show at most this many rows');
}
