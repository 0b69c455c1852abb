import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { findListing, type Listing } from '#app/domain/listing.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import { type Passkey, type PasskeyListQuery, PasskeySchema } from '#app/schemas/passkey.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { authorizeForOwn, authorizeListOf } from './credential-access.server.ts';
import { reportPasskey } from './passkey-emails.server.ts';

/**
 * Returns passkeys, newest first: one person's, or all that the actor may see.
 * @throws {NotFound} when the actor may not see the user
 * @throws {Forbidden} for a colleague's, or with an access token
 */
export async function listPasskeys(
  ctx: Ctx,
  { userId, direction = 'desc', limit, offset }: PasskeyListQuery = {},
): Promise<Listing<Passkey>> {
  const where = await authorizeListOf(ctx, 'passkey', userId);
  const { items, total } = await findListing(ctx, PasskeyEntity, where, {
    populate: ['user'],
    orderBy: { createdAt: direction, id: direction },
    ...{ limit, offset, disableIdentityMap: true },
  });
  return { items: PasskeySchema.array().parse(items), total };
}

/**
 * Deletes a passkey, records an event, and emails its person. Sessions that it started continue. For the person and
 * administrators.
 * @throws {NotFound} when it doesn't exist, or belongs to someone else
 * @throws {Forbidden} with an access token
 */
export async function removePasskey(ctx: Ctx, id: string): Promise<void> {
  authorizeForOwn(ctx.actor, 'passkey.remove');
  await inTransaction(ctx, async (opened) => {
    const passkey = await lockRow(opened, PasskeyEntity, { id }, 'update');
    const subject: OfUser = { userId: passkey?.user.id ?? '', highSchoolIds: [] };
    const tx = await reloadActor(opened, (actor) => {
      authorizeForOwn(actor, 'passkey.remove');
      authorizeToSee(actor, 'passkey.remove', subject);
    });
    if (passkey === null) throw new NotFound();
    const user = await tx.em.findOneOrFail(UserAccountEntity, { id: subject.userId });
    tx.em.remove(passkey);
    recordEvent(tx, 'user.passkeyRemoved', ['USER', subject.userId], {
      name: { from: passkey.name, to: null },
    });
    await reportPasskey(tx, { user, name: passkey.name, change: 'removed' });
  });
}

/**
 * Approves a person's passkey, so that it grants administrator rights where those need a passkey. Records an event and
 * emails the person. For other administrators, and the system.
 * @throws {NotFound} when it doesn't exist, or the actor may not see it
 * @throws {Forbidden} for one's own, or with an access token
 */
export async function approvePasskey(ctx: Ctx, id: string): Promise<Passkey> {
  return inTransaction(ctx, async (opened) => {
    const passkey = await lockRow(opened, PasskeyEntity, { id }, 'update');
    const subject: OfUser = { userId: passkey?.user.id ?? '', highSchoolIds: [] };
    const tx = await reloadActor(opened, (actor) => {
      authorizeToSee(actor, 'passkey.read', subject);
      authorize(actor, 'passkey.approve', subject);
    });
    if (passkey === null) throw new NotFound();
    const user = await tx.em.findOneOrFail(UserAccountEntity, { id: subject.userId });
    if (passkey.approvedAt === null) {
      tx.em.assign(passkey, { approvedAt: tx.now() });
      recordEvent(tx, 'user.passkeyApproved', ['USER', user.id], { name: { from: '', to: passkey.name } });
      await reportPasskey(tx, { user, name: passkey.name, change: 'approved' });
      await tx.em.flush();
    }
    return PasskeySchema.parse(passkey);
  });
}

/** Deletes a person's passkeys when the account is deleted or merged away, or its address changes. */
export async function removePasskeysOf(tx: Pick<Ctx, 'em'>, userId: string): Promise<number> {
  return tx.em.nativeDelete(PasskeyEntity, { user: userId });
}
