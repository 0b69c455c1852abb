import { createUser } from '#app/domain/users/create-account.server.ts';
import { findUserOfAddress } from '#app/domain/users/read-users.server.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { type CreateAccountInput, CreateAccountSchema } from '#app/schemas/auth.ts';
import type { UserAnswer } from '#app/schemas/user.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyUnasked } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { parseFields } from '#cli/parse-options.server.ts';

export interface UserOptions extends ChangeOptions {
  readonly first: string;
  readonly last: string;
  readonly phone: string;
  readonly admin?: boolean;
}

/** Fields whose argument or option has another name. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  email: 'EMAIL',
  firstName: '--first',
  lastName: '--last',
  phone: '--phone',
};

/** `laurel users create EMAIL --first F --last L --phone P [--admin]`: creates an account. */
export async function usersCreate(
  context: CommandContext,
  email: string,
  options: UserOptions,
): Promise<ExitCode> {
  const fields = parseFields(
    CreateAccountSchema,
    {
      email,
      firstName: options.first,
      lastName: options.last,
      phone: formatPhone(options.phone),
    },
    ARGUMENTS,
  );
  const isAdministrator = options.admin === true;
  const what = `${nameWithAddress(fields)}${isAdministrator ? ' as an administrator' : ''}`;
  return withServices(context, async (ctx) => {
    const user = await findUserOfAddress(ctx, fields.email);
    if (user !== null && isAlready(user, fields, isAdministrator)) {
      context.say(`${what} already exists.`);
      return EXIT.nothingToDo;
    }
    const { isDone } = await applyUnasked(options, ctx, (tx) =>
      createUser(tx, { ...fields, isAdministrator }),
    );
    context.say(isDone ? `Created ${what}.` : `Would create ${what}.`);
    return EXIT.done;
  });
}

/** Whether the account already has the requested details. If they differ, creating it fails with a conflict. */
function isAlready(user: UserAnswer, fields: CreateAccountInput, isAdministrator: boolean): boolean {
  return (
    !user.flags.includes('DELETED') &&
    (!isAdministrator || user.flags.includes('ADMIN')) &&
    user.firstName === fields.firstName &&
    user.lastName === fields.lastName &&
    user.phone === fields.phone
  );
}
