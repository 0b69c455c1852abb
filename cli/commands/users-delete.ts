import { deleteUser } from '#app/domain/users/change-user.server.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import type { Call } from '#cli/call.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { deletionMeaning } from '#cli/deletion-meaning.server.ts';
import { userNamed } from '#cli/references.server.ts';

/** `laurel users delete EMAIL`: marks an account as deleted so it can't sign in, after describing the effects. */
export async function usersDelete(call: Call, email: string, options: ChangeOptions): Promise<ExitCode> {
  return withCommandContext(call, async (ctx) => {
    const user = await userNamed(ctx, email);
    const name = nameWithAddress(user);
    if (user.flags.includes('DELETED')) {
      call.say(`${name} has already been deleted.`);
      return EXIT.nothingToDo;
    }
    for (const sentence of await deletionMeaning(ctx, user)) call.say(sentence);
    const { isDone } = await applyChange(call, options, ctx, {
      make: (tx) => deleteUser(tx, { id: user.id, ifMatch: user.version }),
      question: () => `Delete the account of ${name}?`,
    });
    call.say(isDone ? `${name} has been deleted.` : `Would delete ${name}.`);
    return EXIT.done;
  });
}
