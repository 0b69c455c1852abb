import { deleteUser } from '#app/domain/users/change-user.server.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { deletionMeaning } from '#cli/deletion-meaning.server.ts';
import { findUser } from '#cli/references.server.ts';

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
    for (const sentence of await deletionMeaning(ctx, user)) context.say(sentence);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => deleteUser(tx, { id: user.id, ifMatch: user.version }),
      question: () => `Delete the account of ${name}?`,
    });
    context.say(isDone ? `${name} has been deleted.` : `Would delete ${name}.`);
    return EXIT.done;
  });
}
