import type { Command } from 'commander';
import type { OwnedListOptions } from '#cli/owned-list.server.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { addChangeOptions, addExamples, addPageOptions } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel identities …`. */
export function addIdentityCommands(program: Command, run: Run): void {
  const identities = program
    .command('identities')
    .description('OpenID Connect accounts that administrators sign in with');
  addExamples(
    addPageOptions(identities.command('list'))
      .description('list linked identities, newest first')
      .option('--user <user>', "only this person's: email address or ID")
      .action(
        run(async (context, options: OwnedListOptions) =>
          (await import('#cli/commands/identities.ts')).identitiesList(context, options),
        ),
      ),
    'laurel identities list --user ada@example.org',
  );
  addExamples(
    addChangeOptions(identities.command('remove'))
      .description('remove a linked identity, for example after someone got a new account at the provider')
      .argument('<id>', "the linked identity's ID")
      .action(
        run(async (context, id: string, options: ChangeOptions) =>
          (await import('#cli/commands/identities.ts')).identitiesRemove(context, id, options),
        ),
      ),
    'laurel identities remove 5f0c4c1e-7d2a-4b7e-9a53-0c1d2e3f4a5b --yes',
  );
}
