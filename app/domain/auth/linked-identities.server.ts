import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorizeToSee } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import { type Identity, type IdentityListQuery, IdentitySchema } from '#app/schemas/identity.ts';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { authorizeForOwn, authorizeListOf } from './credential-access.server.ts';
import { reportIdentity } from './identity-emails.server.ts';

/**
 * Returns linked identities, newest first: one person's, or all that the actor may see.
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} for a colleague's, or with an access token
 */
export async function listIdentities(
  ctx: Ctx,
  { userId, direction, limit, offset }: IdentityListQuery = {},
): Promise<Listing<Identity>> {
  const where = await authorizeListOf(ctx, 'identity', userId);
  const turn = direction === 'asc' ? 'asc' : 'desc';
  const identities = await ctx.em.find(LinkedIdentityEntity, where, {
    populate: ['user'],
    orderBy: [{ createdAt: turn }, { id: turn }],
    limit,
    offset,
    disableIdentityMap: true,
  });
  return {
    items: IdentitySchema.array().parse(identities),
    total: limit === undefined ? null : await ctx.em.count(LinkedIdentityEntity, where),
  };
}

/**
 * Removes a linked identity, records an event, and emails its person. Sessions that it started continue. For the person
 * and administrators.
 * @throws {NotFound} when it doesn't exist, or belongs to someone else
 * @throws {Forbidden} with an access token
 */
export async function removeIdentity(ctx: Ctx, id: string): Promise<void> {
  authorizeForOwn(ctx.actor, 'identity.remove');
  await inTransaction(ctx, async (opened) => {
    const identity = await lockRow(opened, LinkedIdentityEntity, { id }, 'update');
    const subject: OfUser = { userId: identity?.user.id ?? '', highSchoolIds: [] };
    const tx = await reloadActor(opened, (actor) => {
      authorizeForOwn(actor, 'identity.remove');
      authorizeToSee(actor, 'identity.remove', subject);
    });
    if (identity === null) throw new NotFound();
    const user = await tx.em.findOneOrFail(UserAccountEntity, { id: subject.userId });
    const { issuer } = identity;
    tx.em.remove(identity);
    recordEvent(tx, 'user.identityRemoved', ['USER', user.id], { issuer: { from: issuer, to: null } });
    await reportIdentity(tx, { user, issuer, change: 'removed' });
  });
}

/** Removes a person's linked identity when the account is deleted or merged away, or its address changes. */
export async function removeIdentityOf(tx: Pick<Ctx, 'em'>, userId: string): Promise<number> {
  return tx.em.nativeDelete(LinkedIdentityEntity, { user: userId });
}
