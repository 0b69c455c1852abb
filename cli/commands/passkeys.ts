import { approvePasskey, listPasskeys, removePasskey } from '#app/domain/auth/passkeys.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { type Passkey, PasskeyListQuerySchema } from '#app/schemas/passkey.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type OwnedListOptions, printOwnedList } from '#cli/owned-list.server.ts';
import { parseId } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<Passkey>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'User', cell: ({ user }) => fullName(user) },
  { title: 'Email', cell: ({ user }) => user.email },
  { title: 'Added', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Approved', cell: ({ approvedAt }) => (approvedAt === null ? null : instant(approvedAt)) },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? null : instant(lastUsedAt)) },
];

/** `laurel passkeys list`: lists passkeys, newest first. */
export async function passkeysList(context: CommandContext, options: OwnedListOptions): Promise<ExitCode> {
  return printOwnedList(context, options, {
    columns: COLUMNS,
    query: PasskeyListQuerySchema,
    list: listPasskeys,
    empty: 'There are no passkeys.',
  });
}

/** `laurel passkeys approve ID`. */
export async function passkeysApprove(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const id = parseId(reference);
    const { outcome, isDone } = await applyChange(context, options, ctx, {
      make: (tx) => approvePasskey(tx, id),
      question: ({ name, user }) =>
        `Approve the passkey “${name}” of ${fullName(user)} (${user.email})? Ask them first whether they added it.`,
    });
    const { name, user } = outcome;
    context.say(`${isDone ? 'Approved' : 'Would approve'} the passkey “${name}” for ${user.email}.`);
    return EXIT.done;
  });
}

/** `laurel passkeys remove ID`. */
export async function passkeysRemove(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const id = parseId(reference);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => removePasskey(tx, id),
      question: () => "Remove this passkey? Its owner won't be able to sign in with it anymore.",
    });
    context.say(`${isDone ? 'Removed' : 'Would remove'} the passkey.`);
    return EXIT.done;
  });
}
