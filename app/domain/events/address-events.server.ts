import { createHash } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { type NewEvent, eventsWrite } from '#app/domain/events/record-event.server.ts';
import { writeTogether } from '#app/domain/write-together.server.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';

/**
 * Tells of an email address, in lower case, on its own timeline and on that of the account which has it, if there is one. In the
 * caller's transaction.
 */
export async function recordAddressEvent(tx: AuthorizedCtx, kind: EventKind, address: string): Promise<void> {
  const users = await tx.em.execute<{ id: string }[]>('select id from user_account where lower(email) = ?', [
    address,
  ]);
  const changes = { email: address };
  const events: NewEvent[] = [
    { kind, subject: ['ADDRESS', addressId(address)], changes },
    ...users.map(({ id }): NewEvent => ({ kind, subject: ['USER', id], changes })),
  ];
  await writeTogether(tx, [eventsWrite(tx, events)]);
}

/** Under which the events of an address, in lower case, stand: it has no row of its own that would outlive them. */
export function addressId(address: string): string {
  const hex = createHash('sha256').update(address).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
