import { changeUser } from '#app/domain/users/change-user.server.ts';
import { presentFields } from '#app/lib/records.ts';
import { alternatives } from '#app/lib/text/listed.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { actorId } from '#app/policy/actor.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { UserPatchSchema } from '#app/schemas/user.ts';
import { USER_TEXTS, type UserText } from '#app/schemas/user-fields.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { withOptionErrors, parseFields } from '#cli/parse-options.server.ts';
import { findUser } from '#cli/references.server.ts';
import { kebabCase } from '#cli/tree/options.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';

type TextOption = (typeof USER_TEXTS)[UserText]['option'];
export interface UserEditOptions extends ChangeOptions, Readonly<Partial<Record<TextOption, string>>> {
  readonly email?: string;
  readonly phone?: string;
}

const OPTIONS = ofEachField(USER_TEXTS, ({ option }) => `--${kebabCase(option)}`);

/** `laurel users edit USER --phone …`: changes an account's name, phone, or email address, which ends its sessions. */
export async function usersEdit(
  context: CommandContext,
  reference: string,
  options: UserEditOptions,
): Promise<ExitCode> {
  const { email, phone } = options;
  const sent = presentFields({
    ...ofEachField(USER_TEXTS, ({ option }) => options[option]),
    email,
    phone: phone === undefined ? undefined : formatPhone(phone),
  });
  if (Object.keys(sent).length === 0) {
    const all = [...Object.values(OPTIONS), '--email', '--phone'];
    throw new CommandFailure(`Choose what to change: ${alternatives(all)}.`, EXIT.usage);
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
      const { outcome, isDone } = await withOptionErrors(OPTIONS, () =>
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
