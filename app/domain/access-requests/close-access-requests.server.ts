import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { actorId } from '#app/policy/actor.ts';
import { AccessRequestEntity } from '#db/entities/access-request.ts';

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
