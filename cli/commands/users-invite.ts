import type { Ctx } from '#app/domain/ctx.server.ts';
import { findUserInvite } from '#app/domain/invites/list-invites.server.ts';
import { inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { findUserOfAddress } from '#app/domain/users/read-users.server.ts';
import { type UserInviteCreate, UserInviteCreateSchema } from '#app/schemas/invite.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { parseFields } from '#cli/parse-options.server.ts';

export interface UserInviteOptions extends ChangeOptions {
  readonly flag?: readonly string[];
}

/** `laurel users invite EMAIL [--flag ADMIN]`: invites by email, unless that automatic email is turned off. */
export async function usersInvite(
  context: CommandContext,
  email: string,
  { flag, ...options }: UserInviteOptions,
): Promise<ExitCode> {
  const fields = parseFields(
    UserInviteCreateSchema,
    { email, flags: flag },
    { email: 'EMAIL', flags: '--flag' },
  );
  const what = `${fields.email}${isForAdministrator(fields) ? ' as an administrator' : ''}`;
  return withServices(
    context,
    async (ctx) => {
      const already = await whatIsAlready(ctx, fields);
      if (already !== null) {
        context.say(already);
        return EXIT.nothingToDo;
      }
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => inviteUser(tx, fields),
        question: () => `Invite ${what} by email?`,
      });
      context.say(isDone ? `Invited ${what}.` : `Would invite ${what}.`);
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}

/** Returns a sentence if the address already has the requested account or invite; otherwise null. */
async function whatIsAlready(ctx: Ctx, fields: UserInviteCreate): Promise<string | null> {
  const [user, invite] = [
    await findUserOfAddress(ctx, fields.email),
    await findUserInvite(ctx, fields.email),
  ];
  const isAdministrator = isForAdministrator(fields);
  if (user !== null && !user.flags.includes('DELETED')) {
    return isAdministrator && !user.flags.includes('ADMIN')
      ? null
      : `${fields.email} already has an account.`;
  }
  return invite !== null && invite.flags.includes('ADMIN') === isAdministrator
    ? `${fields.email} has already been invited.`
    : null;
}

function isForAdministrator({ flags = [] }: Pick<UserInviteCreate, 'flags'>): boolean {
  return flags.includes('ADMIN');
}
