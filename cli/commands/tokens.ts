import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '#app/domain/auth/access-tokens.server.ts';
import { presentFields } from '#app/lib/records.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import {
  type AccessToken,
  AccessTokenCreateSchema,
  AccessTokenListQuerySchema,
} from '#app/schemas/access-token.ts';
import { TOKEN_SCOPE_LABELS } from '#app/schemas/token-scopes.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type OwnedListOptions, printOwnedList } from '#cli/owned-list.server.ts';
import { withOptionErrors, parseFields } from '#cli/parse-options.server.ts';
import { findUser, parseId } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<AccessToken>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'User', cell: ({ user }) => fullName(user) },
  { title: 'Email', cell: ({ user }) => user.email },
  { title: 'Scopes', cell: ({ scopes }) => ({ list: scopes.map((scope) => TOKEN_SCOPE_LABELS[scope]) }) },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Expires', cell: ({ expiresAt }) => instant(expiresAt) },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? null : instant(lastUsedAt)) },
];

/** `laurel tokens list`: lists access tokens without their secrets, newest first. */
export async function tokensList(context: CommandContext, options: OwnedListOptions): Promise<ExitCode> {
  return printOwnedList(context, options, {
    columns: COLUMNS,
    query: AccessTokenListQuerySchema,
    list: listAccessTokens,
    empty: 'There are no access tokens.',
  });
}

export interface CreateTokenOptions extends ChangeOptions {
  readonly name: string;
  readonly scope: readonly string[];
  readonly days?: string;
}

/** `laurel tokens create USER --name NAME --scope SCOPE…`: prints the token on stdout, and what it is on stderr. */
export async function tokensCreate(
  context: CommandContext,
  reference: string,
  options: CreateTokenOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const user = await findUser(ctx, reference);
    const days = options.days === undefined ? undefined : Number(options.days);
    const fields = presentFields({ name: options.name, scopes: options.scope, days });
    const input = parseFields(AccessTokenCreateSchema, fields);
    const { outcome, isDone } = await withOptionErrors({ scopes: 'scope' }, () =>
      applyWithoutConfirmation(options, ctx, (tx) => createAccessToken(tx, { ...input, userId: user.id })),
    );
    context.say(`${isDone ? 'Created' : 'Would create'} the access token “${input.name}” for ${user.email}.`);
    if (isDone) await context.write(`${outcome.secret}\n`);
    return EXIT.done;
  });
}

/** `laurel tokens revoke ID`. */
export async function tokensRevoke(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const id = parseId(reference);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => revokeAccessToken(tx, id),
      question: () => 'Revoke this access token? Scripts that use it will stop working immediately.',
    });
    context.say(`${isDone ? 'Revoked' : 'Would revoke'} the access token.`);
    return EXIT.done;
  });
}
