import { inviteUser } from '#app/domain/invites/invite-user.server.ts';
import { UserInviteCreateSchema } from '#app/schemas/invite.ts';
import type { Call } from '#cli/call.ts';
import { NEEDED_FOR_MAIL, withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';

export interface UserInviteOptions {
  readonly flag?: readonly string[];
}

/** `laurel users invite EMAIL [--flag ADMIN]`: the invite, and its mail unless that notice is off. */
export async function usersInvite(call: Call, email: string, { flag }: UserInviteOptions): Promise<ExitCode> {
  const fields = parseFields(
    UserInviteCreateSchema,
    { email, flags: flag },
    { email: 'EMAIL', flags: '--flag' },
  );
  const invite = await withCommandContext(call, (ctx) => inviteUser(ctx, fields), NEEDED_FOR_MAIL);
  const role = invite.flags.includes('ADMIN') ? ' as an administrator' : '';
  call.say(`Invited ${invite.email}${role}.`);
  return EXIT.done;
}
