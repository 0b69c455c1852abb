import type { Command } from 'commander';
import { addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** `laurel emails …` */
export function addEmailCommands(program: Command, run: Run): void {
  const emails = program.command('emails').description('mail');
  addExamples(
    emails
      .command('bounce')
      .description('note that mail to an address came back: it gets none until an administrator clears it')
      .argument('<address>', 'the address')
      .option('--reason <words>', 'the words of the returned mail')
      .action(
        run(async (call, address: string, options: { reason?: string }) =>
          (await import('#cli/commands/emails-bounce.ts')).emailsBounce(call, address, options),
        ),
      ),
    'laurel emails bounce gone@example.org --reason "550 5.1.1 No such user"',
  );
}
