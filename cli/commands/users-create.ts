import { createUser } from '#app/domain/users/create-user.server.ts';
import { formatPhone } from '#app/lib/phone.ts';
import { CreateAccountSchema } from '#app/schemas/auth.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { print } from '#cli/output.ts';

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
export async function usersCreate(email: string, options: UserOptions): Promise<ExitCode> {
  const parsed = CreateAccountSchema.safeParse({
    email,
    firstName: options.first,
    lastName: options.last,
    phone: formatPhone(options.phone),
  });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path, message }) => `${ARGUMENTS[String(path[0])] ?? 'call'}: ${message}`,
    );
    throw new CommandFailure(faults.join('\n'), EXIT.usage);
  }
  const isAdministrator = options.admin === true;
  await withCommandContext((ctx) => createUser(ctx, { ...parsed.data, isAdministrator }));
  const { firstName, lastName } = parsed.data;
  const role = isAdministrator ? ' as an administrator' : '';
  print(`Created ${firstName} ${lastName} <${parsed.data.email}>${role}.`);
  return EXIT.done;
}
