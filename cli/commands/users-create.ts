import { createUser } from '#app/domain/users/create-user.server.ts';
import { nameWithAddress } from '#app/lib/person-name.ts';
import { formatPhone } from '#app/lib/phone.ts';
import { CreateAccountSchema } from '#app/schemas/auth.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';

export interface UserOptions {
  readonly first: string;
  readonly last: string;
  readonly phone: string;
  readonly admin?: boolean;
}

/** The fields as the caller wrote them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  email: 'EMAIL',
  firstName: '--first',
  lastName: '--last',
  phone: '--phone',
};

/** `laurel users create EMAIL --first F --last L --phone P [--admin]`: an account, ready to sign in. */
export async function usersCreate(call: Call, email: string, options: UserOptions): Promise<ExitCode> {
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
  await withCommandContext(call, (ctx) => createUser(ctx, { ...fields, isAdministrator }));
  const role = isAdministrator ? ' as an administrator' : '';
  call.say(`Created ${nameWithAddress(fields)}${role}.`);
  return EXIT.done;
}
