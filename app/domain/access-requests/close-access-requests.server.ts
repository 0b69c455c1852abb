import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { actorId } from '#app/policy/actor.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { type AccessRequest, AccessRequestEntity } from '#db/entities/access-request.ts';

/**
 * Ends the waiting requests of someone who joins a school's staff, in the caller's transaction, so that none comes
 * back to life when they leave it. Declined ones only stop waiting.
 */
export async function closeAccessRequests(
  tx: AuthorizedCtx,
  { userId, highSchoolId }: { readonly userId: string; readonly highSchoolId: string },
): Promise<void> {
  const now = tx.now();
  const waiting = await tx.em.find(AccessRequestEntity, {
    ...{ user: userId, highSchool: highSchoolId, expiresAt: { $gt: now } },
    $or: [{ outcome: null }, { outcome: 'DECLINED' }],
  });
  for (const request of waiting) {
    const accepted = { outcome: 'ACCEPTED', decidedAt: now, decidedBy: actorId(tx.actor) } as const;
    tx.em.assign(request, request.outcome === null ? accepted : { expiresAt: now });
  }
}

/** Deletes the requests of an account that is deleted, in the caller's transaction, with an event for each open one. */
export async function deleteAccessRequests(
  tx: AuthorizedCtx,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const requests = await tx.em.find(AccessRequestEntity, { user: user.id }, { orderBy: { id: 'asc' } });
  for (const request of requests) {
    if (request.outcome === null && request.expiresAt > tx.now()) {
      recordRequest(tx, 'access.withdrawn', request, user);
    }
    tx.em.remove(request);
  }
}

/** Records an event on the user's timeline, without the typed text, and on the school's, which the user doesn't see. */
export function recordRequest(
  tx: AuthorizedCtx,
  kind: EventKind,
  { highSchool }: Pick<AccessRequest, 'highSchool'>,
  { id, email }: { readonly id: string; readonly email: string },
): void {
  recordEvent(tx, kind, ['USER', id], {});
  if (!highSchool) return;
  recordEvent(tx, kind, ['HIGH_SCHOOL', highSchool.id], { email });
}
