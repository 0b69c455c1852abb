import { changeUser } from '#app/domain/users/change-user.server.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import { USER_FLAG_LABELS, USER_FLAGS, type UserFlag } from '#app/schemas/enums.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { deletionMeaning } from '#cli/deletion-meaning.server.ts';
import { findUser } from '#cli/references.server.ts';

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
      for (const sentence of await deletionMeaning(ctx, user)) context.say(sentence);
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
    throw new CommandFailure('Choose a flag: --add ADMIN or --remove ADMIN, or DELETED.', EXIT.usage);
  }
  const both = add.find((flag) => remove.includes(flag));
  if (both !== undefined) {
    throw new CommandFailure(`--add and --remove both have ${both}. Use it once.`, EXIT.usage);
  }
}

function formatFlags(flags: readonly UserFlag[]): string {
  return flags.length === 0 ? 'none' : flags.map((flag) => USER_FLAG_LABELS[flag]).join(', ');
}
