import type { Command } from 'commander';
import type { OwnedListOptions } from '#cli/owned-list.server.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { addChangeOptions, addExamples, addPageOptions } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel passkeys …`. */
export function addPasskeyCommands(program: Command, run: Run): void {
  const passkeys = program.command('passkeys').description('passkeys for signing in');
  addExamples(
    addPageOptions(passkeys.command('list'))
      .description('list passkeys, newest first')
      .option('--user <user>', "only this person's: email address or ID")
      .action(
        run(async (context, options: OwnedListOptions) =>
          (await import('#cli/commands/passkeys.ts')).passkeysList(context, options),
        ),
      ),
    'laurel passkeys list --user ada@example.org',
  );
  addExamples(
    addChangeOptions(passkeys.command('approve'))
      .description("approve an administrator's passkey, as REQUIRE_PASSKEY=administrators requires")
      .argument('<id>', "the passkey's ID")
      .action(
        run(async (context, id: string, options: ChangeOptions) =>
          (await import('#cli/commands/passkeys.ts')).passkeysApprove(context, id, options),
        ),
      ),
    'laurel passkeys approve 5f0c4c1e-7d2a-4b7e-9a53-0c1d2e3f4a5b --yes',
  );
  addExamples(
    addChangeOptions(passkeys.command('remove'))
      .description('remove a passkey, for example the one on a lost phone')
      .argument('<id>', "the passkey's ID")
      .action(
        run(async (context, id: string, options: ChangeOptions) =>
          (await import('#cli/commands/passkeys.ts')).passkeysRemove(context, id, options),
        ),
      ),
    'laurel passkeys remove 5f0c4c1e-7d2a-4b7e-9a53-0c1d2e3f4a5b --yes',
  );
}
