import type { Command } from 'commander';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { PageOptions } from '#cli/parse-options.server.ts';
import { addChangeOptions, addExamples, addPageOptions } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel invites …`. */
export function addInviteCommands(program: Command, run: Run): void {
  const invites = program.command('invites').description('open invites');
  addExamples(
    addPageOptions(invites.command('list'))
      .description('list open invites by address, with the access they grant')
      .action(
        run(async (context, options: PageOptions) =>
          (await import('#cli/commands/invites.ts')).invitesList(context, options),
        ),
      ),
    'laurel invites list',
    'laurel invites list --format json',
  );
  addExamples(
    addChangeOptions(invites.command('resend'))
      .description('resend an open invite')
      .argument('<invite>', "the invited email address, or the invite's ID")
      .action(
        run(async (context, invite: string, options: ChangeOptions) =>
          (await import('#cli/commands/invites.ts')).invitesResend(context, invite, options),
        ),
      ),
    'laurel invites resend kim@example.org',
  );
  addExamples(
    addChangeOptions(invites.command('remove'))
      .description('remove an open invite and its staff invites')
      .argument('<invite>', "the invited email address, or the invite's ID")
      .action(
        run(async (context, invite: string, options: ChangeOptions) =>
          (await import('#cli/commands/invites.ts')).invitesRemove(context, invite, options),
        ),
      ),
    'laurel invites remove kim@example.org --yes',
  );
}
