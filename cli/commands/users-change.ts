import { createUser } from '#app/domain/users/create-account.server.ts';
import { findUserByAddress, listUserHighSchools } from '#app/domain/users/read-users.server.ts';
import { fullName, nameWithAddress } from '#app/lib/text/person-name.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { type CreateAccountInput, CreateAccountSchema } from '#app/schemas/auth.ts';
import type { UserResponse } from '#app/schemas/user.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findUserInvite } from '#app/domain/invites/list-invites.server.ts';
import { inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { INVITE_MESSAGES } from '#app/messages/invite-messages.ts';
import { type UserInviteCreate, UserInviteCreateSchema } from '#app/schemas/invite.ts';
import { changeUser, deleteUser } from '#app/domain/users/change-user.server.ts';
import { USER_FLAG_LABELS, USER_FLAGS, type UserFlag } from '#app/schemas/enums.ts';
import { findUser } from '#cli/references.server.ts';
import { listSessions } from '#app/domain/auth/user-sessions.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';

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
    const user = await findUserByAddress(ctx, fields.email);
    if (user !== null && isAlready(user, fields, isAdministrator)) {
      context.say(
        `${nameWithAddress(fields)} already has an ${isAdministrator ? 'administrator ' : ''}account with these details.`,
      );
      return EXIT.nothingToDo;
    }
    const { isDone } = await applyWithoutConfirmation(options, ctx, (tx) =>
      createUser(tx, { ...fields, isAdministrator }),
    );
    context.say(isDone ? `Created ${what}.` : `Would create ${what}.`);
    return EXIT.done;
  });
}

/** Returns whether the account already has the requested details. Otherwise, creating it is a conflict. */
function isAlready(user: UserResponse, fields: CreateAccountInput, isAdministrator: boolean): boolean {
  return (
    !user.flags.includes('DELETED') &&
    (!isAdministrator || user.flags.includes('ADMIN')) &&
    user.firstName === fields.firstName &&
    user.lastName === fields.lastName &&
    user.phone === fields.phone
  );
}

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
      const already = await alreadyExistsSentence(ctx, fields);
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
async function alreadyExistsSentence(ctx: Ctx, fields: UserInviteCreate): Promise<string | null> {
  const [user, invite] = [
    await findUserByAddress(ctx, fields.email),
    await findUserInvite(ctx, fields.email),
  ];
  const isAdministrator = isForAdministrator(fields);
  if (user !== null && !user.flags.includes('DELETED')) {
    return isAdministrator && !user.flags.includes('ADMIN')
      ? null
      : `${fields.email} already has an account.`;
  }
  if (invite === null || invite.flags.includes('ADMIN') !== isAdministrator) return null;
  const { alreadyExpired, alreadyInvited } = INVITE_MESSAGES;
  return (new Date(invite.expiresAt) <= ctx.now() ? alreadyExpired : alreadyInvited)(fields.email);
}

function isForAdministrator({ flags = [] }: Pick<UserInviteCreate, 'flags'>): boolean {
  return flags.includes('ADMIN');
}

export interface UserFlagOptions extends ChangeOptions {
  readonly add?: readonly UserFlag[];
  readonly remove?: readonly UserFlag[];
}

/** `laurel users flags EMAIL --add ADMIN --remove DELETED`: changes an account's flags. */
export async function usersFlags(
  context: CommandContext,
  email: string,
  options: UserFlagOptions,
): Promise<ExitCode> {
  const { add = [], remove = [] } = options;
  assertClear(add, remove);
  return withServices(context, async (ctx) => {
    const user = await findUser(ctx, email);
    const name = nameWithAddress(user);
    const flags = USER_FLAGS.filter(
      (flag) => !remove.includes(flag) && (add.includes(flag) || user.flags.includes(flag)),
    );
    const change = `the flags of ${name} from ${formatFlags(user.flags)} to ${formatFlags(flags)}`;
    if (formatFlags(flags) === formatFlags(user.flags)) {
      context.say(`${name} already has these flags: ${formatFlags(flags)}.`);
      return EXIT.nothingToDo;
    }
    if (flags.includes('DELETED') && !user.flags.includes('DELETED')) {
      for (const sentence of await deletionEffects(ctx, user)) context.say(sentence);
    }
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => changeUser(tx, { id: user.id, patch: { flags }, ifMatch: user.version }),
      question: () => `Change ${change}?`,
    });
    context.say(isDone ? `Changed ${change}.` : `Would change ${change}.`);
    return EXIT.done;
  });
}

function assertClear(add: readonly UserFlag[], remove: readonly UserFlag[]): void {
  if (add.length + remove.length === 0) {
    throw new CommandFailure('Use --add or --remove with ADMIN or DELETED.', EXIT.usage);
  }
  const both = add.find((flag) => remove.includes(flag));
  if (both !== undefined) {
    throw new CommandFailure(
      `${both} is in both --add and --remove. Use it in only one of them.`,
      EXIT.usage,
    );
  }
}

function formatFlags(flags: readonly UserFlag[]): string {
  return flags.length === 0 ? 'none' : flags.map((flag) => USER_FLAG_LABELS[flag]).join(', ');
}

/** `laurel users delete EMAIL`: marks an account as deleted so it can't sign in, after describing the effects. */
export async function usersDelete(
  context: CommandContext,
  email: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const user = await findUser(ctx, email);
    const name = nameWithAddress(user);
    if (user.flags.includes('DELETED')) {
      context.say(`${name} has already been deleted.`);
      return EXIT.nothingToDo;
    }
    for (const sentence of await deletionEffects(ctx, user)) context.say(sentence);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => deleteUser(tx, { id: user.id, ifMatch: user.version }),
      question: () => `Delete the account of ${name}?`,
    });
    context.say(isDone ? `${name} has been deleted.` : `Would delete ${name}.`);
    return EXIT.done;
  });
}

/** Describes the effects of deleting an account, one sentence each. */
async function deletionEffects(ctx: Ctx, user: UserResponse): Promise<string[]> {
  const { items } = await listUserHighSchools(ctx, { userId: user.id });
  const sessions = await listSessions(ctx, user.id);
  const name = fullName(user);
  return [
    items.length === 0
      ? `${name} isn't on any school's staff.`
      : `${name} will be removed from the staff of ${listed(items.map(({ highSchool }) => highSchool.name))}.`,
    sessions.length === 0
      ? `${name} isn't signed in anywhere.`
      : `${name} will be signed out of ${counted(sessions.length, 'browser')}. Unsaved changes there will be lost.`,
    `To restore the account later (without its positions), run \`laurel users flags ${user.email} --remove DELETED\`.`,
  ];
}
