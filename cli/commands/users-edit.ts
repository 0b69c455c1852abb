import { changeUser } from '#app/domain/users/change-user.server.ts';
import { presentFields } from '#app/lib/records.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { actorId } from '#app/policy/actor.ts';
import { UserPatchSchema } from '#app/schemas/user.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { namingOptions, parseFields } from '#cli/parse-options.server.ts';
import { findUser } from '#cli/references.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';

export interface UserEditOptions extends ChangeOptions {
  readonly first?: string;
  readonly last?: string;
  readonly email?: string;
  readonly phone?: string;
}

const OPTIONS: Readonly<Record<string, string>> = { firstName: '--first', lastName: '--last' };

/** `laurel users edit USER --phone …`: changes an account's name, phone, or email address, which ends its sessions. */
export async function usersEdit(
  context: CommandContext,
  reference: string,
  options: UserEditOptions,
): Promise<ExitCode> {
  const { first: firstName, last: lastName, email, phone } = options;
  const sent = presentFields({
    ...{ firstName, lastName, email },
    phone: phone === undefined ? undefined : formatPhone(phone),
  });
  if (Object.keys(sent).length === 0) {
    throw new CommandFailure('Choose what to change: --first, --last, --email, or --phone.', EXIT.usage);
  }
  const patch = parseFields(UserPatchSchema, sent, OPTIONS);
  return withServices(
    context,
    async (ctx) => {
      const before = await findUser(ctx, reference);
      const isMoved = patch.email !== undefined && patch.email !== before.email;
      if (isMoved && actorId(ctx.actor) === before.id) {
        throw new CommandFailure(
          '--email: Change your own email address in the browser, where you enter a code.',
        );
      }
      const name = nameWithAddress(before);
      const { outcome, isDone } = await namingOptions(OPTIONS, () =>
        applyChange(context, options, ctx, {
          make: (tx) => changeUser(tx, { id: before.id, patch, ifMatch: before.version }),
          question: ({ version }) =>
            version === before.version
              ? null
              : `Change the account of ${name}?${isMoved ? ' It will be signed out everywhere.' : ''}`,
        }),
      );
      if (outcome.version === before.version) {
        context.say(`The account of ${name} already has these values. Nothing was changed.`);
        return EXIT.nothingToDo;
      }
      context.say(
        isDone
          ? `Changed the account of ${nameWithAddress(outcome)}.`
          : `Would change the account of ${name} to ${nameWithAddress(outcome)}, ${outcome.phone}.`,
      );
      return EXIT.done;
    },
    patch.email === undefined ? [] : NEEDED_FOR_MAIL,
  );
}
