import { randomBytes, randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { findListing, type Listing } from '#app/domain/listing.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { getVisibleUser, reloadSubject } from '#app/domain/users/read-users.server.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { ACCESS_TOKEN_MESSAGES } from '#app/messages/access-token-messages.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import {
  type AccessToken,
  type AccessTokenCreate,
  type AccessTokenListQuery,
  AccessTokenSchema,
  type CreatedAccessToken,
} from '#app/schemas/access-token.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { authorizeForOwn, authorizeListOf } from './credential-access.server.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';
import { hashOfSecret } from './session-secret.server.ts';

/** Begins every token, so that people and tools that scan for leaked secrets recognize it. */
export const TOKEN_PREFIX = 'laurel_';
const SECRET_BYTES = 32;
const TOKENS_MAX = 20;
const DAY_MS = 86_400_000;

/**
 * Creates a token and records an event. Returns its secret, which isn't stored. Only people themselves may, and the
 * system for anyone.
 * @throws {NotFound} when the actor may not see the user, or the account has been deleted
 * @throws {Forbidden} for another person, or with an access token
 * @throws {SignInAgain} when the actor's session isn't recent
 * @throws {Conflict} when the person has too many tokens
 */
export async function createAccessToken(
  ctx: Ctx,
  { userId, days, ...input }: AccessTokenCreate & { readonly userId: string },
): Promise<CreatedAccessToken> {
  const { subject } = await getVisibleUser(ctx, userId);
  authorize(ctx.actor, 'token.create', subject);
  requireRecentSignIn(ctx);
  const secret = `${TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return inTransaction(ctx, async (opened) => {
    const user = await lockRow(opened, UserAccountEntity, { id: userId });
    const current = await reloadSubject(opened, userId);
    const tx = await reloadActor(opened, (actor) => authorize(actor, 'token.create', current));
    if (user === null || user.flags.includes('DELETED')) throw new NotFound();
    await assertFewTokens(tx, userId);
    const now = tx.now();
    const token = tx.em.create(AccessTokenEntity, {
      ...{ id: randomUUID(), user, ...input, secretHash: hashOfSecret(secret) },
      ...{ createdAt: now, expiresAt: new Date(now.getTime() + days * DAY_MS), lastUsedAt: null },
    });
    const { name, scopes } = token;
    recordEvent(
      tx,
      'user.tokenCreated',
      ['USER', userId],
      changesBetween<{ name: string; scopes: readonly TokenScope[] }>(
        { name: '', scopes: [] },
        { name, scopes },
      ),
    );
    await tx.em.flush();
    return { ...AccessTokenSchema.parse(token), secret };
  });
}

async function assertFewTokens(tx: Ctx, userId: string): Promise<void> {
  const count = await tx.em.count(AccessTokenEntity, { user: userId, expiresAt: { $gt: tx.now() } });
  if (count >= TOKENS_MAX) throw new Conflict(ACCESS_TOKEN_MESSAGES.tooMany(TOKENS_MAX));
}

/**
 * Returns tokens, even expired ones, newest first: one person's, or all that the actor may see.
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} for a colleague's, or with an access token
 */
export async function listAccessTokens(
  ctx: Ctx,
  { userId, direction = 'desc', limit, offset }: AccessTokenListQuery = {},
): Promise<Listing<AccessToken>> {
  const where = await authorizeListOf(ctx, 'token', userId);
  const { items, total } = await findListing(ctx, AccessTokenEntity, where, {
    populate: ['user'],
    orderBy: { createdAt: direction, id: direction },
    ...{ limit, offset, disableIdentityMap: true },
  });
  return { items: AccessTokenSchema.array().parse(items), total };
}

/**
 * Deletes a token and records an event. For the person and administrators.
 * @throws {NotFound} when it doesn't exist, or belongs to someone else
 * @throws {Forbidden} with an access token
 */
export async function revokeAccessToken(ctx: Ctx, id: string): Promise<void> {
  authorizeForOwn(ctx.actor, 'token.revoke');
  await inTransaction(ctx, async (opened) => {
    const token = await lockRow(opened, AccessTokenEntity, { id }, 'update');
    const subject: OfUser = { userId: token?.user.id ?? '', highSchoolIds: [] };
    const tx = await reloadActor(opened, (actor) => {
      authorizeForOwn(actor, 'token.revoke');
      authorizeToSee(actor, 'token.revoke', subject);
    });
    if (token === null) throw new NotFound();
    tx.em.remove(token);
    recordEvent(tx, 'user.tokenRevoked', ['USER', subject.userId], { name: { from: token.name, to: null } });
  });
}

/** Ends a person's tokens, when the account is deleted or its address changes. Returns how many it ended. */
export async function revokeAccessTokensOf(tx: Ctx, userId: string): Promise<number> {
  return tx.em.nativeDelete(AccessTokenEntity, { user: userId });
}
