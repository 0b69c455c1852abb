import { createHash } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/**
 * Tells of an email address, in lower case, on its own timeline and on that of the account which has it, if there is one. In the
 * caller's transaction.
 */
export async function recordAddressEvent(tx: AuthorizedCtx, kind: EventKind, address: string): Promise<void> {
  const user = await tx.em.findOne(UserAccountEntity, { email: address });
  const changes = { email: address };
  recordEvent(tx, { kind, subject: ['ADDRESS', addressId(address)], changes });
  if (user !== null) recordEvent(tx, { kind, subject: ['USER', user.id], changes });
}

/** Under which the events of an address, in lower case, stand: it has no row of its own that would outlive them. */
export function addressId(address: string): string {
  const hex = createHash('sha256').update(address).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
