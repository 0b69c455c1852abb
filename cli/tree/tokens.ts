import type { Command } from 'commander';
import type { CreateTokenOptions } from '#cli/commands/tokens.ts';
import type { OwnedListOptions } from '#cli/owned-list.server.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { addChangeOptions, addExamples, addPageOptions, repeatable } from './options.ts';
import type { Run } from './runner.ts';

/** A copy of `TOKEN_SCOPES`, whose module would slow down the command tree. */
const SCOPES = ['READ', 'EXPORT', 'MANAGE'];

/** Adds `laurel tokens …`. */
export function addTokenCommands(program: Command, run: Run): void {
  const tokens = program.command('tokens').description('access tokens for the REST API');
  addExamples(
    addPageOptions(tokens.command('list'))
      .description('list access tokens, including expired ones, newest first')
      .option('--user <user>', "only this person's: email address or ID")
      .action(
        run(async (context, options: OwnedListOptions) =>
          (await import('#cli/commands/tokens.ts')).tokensList(context, options),
        ),
      ),
    'laurel tokens list --user ada@example.org',
  );
  addExamples(
    addChangeOptions(tokens.command('create'))
      .description("create an access token, and print it; it's never shown again")
      .argument('<user>', "the token's owner: email address or ID")
      .requiredOption('--name <name>', "what it's for")
      .addOption(repeatable('--scope', 'what it may do', SCOPES).makeOptionMandatory())
      .option('--days <number>', 'days until it expires (default: 90)')
      .action(
        run(async (context, user: string, options: CreateTokenOptions) =>
          (await import('#cli/commands/tokens.ts')).tokensCreate(context, user, options),
        ),
      ),
    'laurel tokens create ada@example.org --name "Nightly export" --scope READ EXPORT --days 30',
  );
  addExamples(
    addChangeOptions(tokens.command('revoke'))
      .description('revoke an access token')
      .argument('<id>', "the token's ID")
      .action(
        run(async (context, id: string, options: ChangeOptions) =>
          (await import('#cli/commands/tokens.ts')).tokensRevoke(context, id, options),
        ),
      ),
    'laurel tokens revoke 5f0c4c1e-7d2a-4b7e-9a53-0c1d2e3f4a5b --yes',
  );
}
