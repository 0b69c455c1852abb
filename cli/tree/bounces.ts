import type { Command } from 'commander';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { BounceListOptions, BounceOptions } from '#cli/commands/bounces.ts';
import { addChangeOptions, addExamples, addLimitOptions } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel bounces …`. */
export function addBounceCommands(program: Command, run: Run): void {
  const bounces = program
    .command('bounces')
    .description('bounced addresses, which receive only sign-in codes');
  addExamples(
    addLimitOptions(bounces.command('list'))
      .description('list bounced addresses, newest first')
      .option('--email <text>', 'only addresses that contain this text')
      .action(
        run(async (context, options: BounceListOptions) =>
          (await import('#cli/commands/bounces.ts')).bouncesList(context, options),
        ),
      ),
    'laurel bounces list',
    'laurel bounces list --email school.example.org --format csv',
  );
  addExamples(
    addChangeOptions(bounces.command('clear'))
      .description('resume email to a bounced address; make sure the address works first')
      .argument('<address>', 'the email address')
      .action(
        run(async (context, address: string, options: ChangeOptions) =>
          (await import('#cli/commands/bounces.ts')).bouncesClear(context, address, options),
        ),
      ),
    'laurel bounces clear kim@example.org',
  );
}

/** Adds `laurel emails bounce`. */
export function addBounceCommand(emails: Command, run: Run): void {
  addExamples(
    addChangeOptions(emails.command('bounce'))
      .description(
        'record that an address bounced; it receives only sign-in codes until an administrator clears it',
      )
      .argument('<address>', 'the email address')
      .option('--reason <text>', "the mail server's response")
      .action(
        run(async (context, address: string, options: BounceOptions) =>
          (await import('#cli/commands/bounces.ts')).emailsBounce(context, address, options),
        ),
      ),
    'laurel emails bounce gone@example.org --reason "550 5.1.1 No such user"',
  );
}
