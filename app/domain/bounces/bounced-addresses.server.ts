import { createHash } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { containing } from '#app/domain/sql-fragment.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type BouncedAddress, BouncedAddressSchema } from '#app/schemas/email.ts';
import type { BounceSource } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/** A report that an email bounced. */
export interface Bounce {
  readonly email: string;
  readonly source: BounceSource;
  /** The reason in the report; may be empty. */
  readonly reason: string;
  /** Message-ID of the bounced email, if known. */
  readonly messageId?: string | undefined;
}

/**
 * Records a bounce, so the address isn't emailed anymore, and marks the email if `messageId` is ours. The caller has
 * authenticated the report. Records no event, because the row itself has when, how, and why.
 */
export async function recordBounce(ctx: Ctx, { email, source, reason, messageId }: Bounce): Promise<void> {
  const address = email.toLowerCase();
  await inTransaction(ctx, async (tx) => {
    await tx.em.upsert(BouncedAddressEntity, { address, source, reason, bouncedAt: tx.now() });
    if (messageId === undefined || messageId === '') return;
    const sent = await lockRow(tx, OutboxMailEntity, { messageId, toAddress: address, state: 'SENT' });
    if (sent === null) return;
    tx.em.assign(sent, { state: 'BOUNCED', response: reason === '' ? DELIVERY_MESSAGES.bounced : reason });
  });
}

/** Returns bounced addresses that contain a text, newest first, with the total. For administrators. */
export async function listBouncedAddresses(
  ctx: Ctx,
  { email = '', page = {} }: { readonly email?: string; readonly page?: Page },
): Promise<{ readonly items: readonly BouncedAddress[]; readonly total: number }> {
  authorize(ctx.actor, 'email.manage');
  const [found, total] = await ctx.em.findAndCount(
    BouncedAddressEntity,
    { address: { $like: containing(email.toLowerCase()) } },
    { orderBy: { bouncedAt: 'desc', address: 'asc' }, ...page, disableIdentityMap: true },
  );
  return { items: BouncedAddressSchema.array().parse(found), total };
}

/** Returns which of the addresses have bounced. The caller has checked the permission. */
export async function bouncedAmong(ctx: Ctx, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const found = await ctx.em.find(
    BouncedAddressEntity,
    { address: { $in: emails.map((email) => email.toLowerCase()) } },
    { fields: ['address'], disableIdentityMap: true },
  );
  const bounced = new Set(found.map(({ address }) => address));
  return emails.filter((email) => bounced.has(email.toLowerCase()));
}

/**
 * Allows email to a bounced address again and records an event. For administrators.
 *
 * @throws {NotFound} when the address hasn't bounced
 */
export async function clearBounce(ctx: Ctx, email: string): Promise<void> {
  authorize(ctx.actor, 'email.manage');
  await inTransaction(ctx, async (opened) => {
    const bounced = await lockRow(opened, BouncedAddressEntity, { address: email.toLowerCase() });
    const tx = await reloadActor(opened, 'email.manage');
    if (bounced === null) throw new NotFound();
    tx.em.remove(bounced);
    await recordAddressEvent(tx, 'address.cleared', bounced.address);
  });
}

/**
 * Rejects actions whose only effect would be an email to a bounced address.
 *
 * @throws {Conflict} when the address has bounced
 */
export async function assertReachable(ctx: Ctx, email: string): Promise<void> {
  if ((await ctx.em.count(BouncedAddressEntity, { address: email.toLowerCase() })) > 0) {
    throw new Conflict(EMAIL_MESSAGES.bounced(email));
  }
}

/** Records an event for a lowercase address and for its account, if there is one, in the caller's transaction. */
export async function recordAddressEvent(tx: AuthorizedCtx, kind: EventKind, address: string): Promise<void> {
  const user = await tx.em.findOne(UserAccountEntity, { email: address });
  const changes = { email: address };
  recordEvent(tx, kind, ['ADDRESS', addressId(address)], changes);
  if (user !== null) recordEvent(tx, kind, ['USER', user.id], changes);
}

/** Returns the id for an address's events, because addresses have no row of their own. Expects lowercase. */
export function addressId(address: string): string {
  const hex = createHash('sha256').update(address).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
