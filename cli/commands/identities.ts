import { listIdentities, removeIdentity } from '#app/domain/auth/linked-identities.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { type Identity, IdentityListQuerySchema } from '#app/schemas/identity.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type OwnedListOptions, printOwnedList } from '#cli/owned-list.server.ts';
import { parseId } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<Identity>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'User', cell: ({ user }) => fullName(user) },
  { title: 'Email', cell: ({ user }) => user.email },
  { title: 'Issuer', cell: ({ issuer }) => issuer },
  { title: 'Subject', cell: ({ subject }) => subject },
  { title: 'Linked', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Last used', cell: ({ lastUsedAt }) => instant(lastUsedAt) },
];

/** `laurel identities list`: lists linked identities, newest first. */
export async function identitiesList(context: CommandContext, options: OwnedListOptions): Promise<ExitCode> {
  return printOwnedList(context, options, {
    columns: COLUMNS,
    query: IdentityListQuerySchema,
    list: listIdentities,
    empty: 'There are no linked identities.',
  });
}

/** `laurel identities remove ID`. */
export async function identitiesRemove(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const id = parseId(reference);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => removeIdentity(tx, id),
      question: () =>
        'Remove this linked identity? The next time its owner signs in with the provider, the account used there will be linked.',
    });
    context.say(`${isDone ? 'Removed' : 'Would remove'} the linked identity.`);
    return EXIT.done;
  });
}
