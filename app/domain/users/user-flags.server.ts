import { deleteAccessRequests } from '#app/domain/access-requests/close-access-requests.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { revokeAccessTokensOf } from '#app/domain/auth/access-tokens.server.ts';
import { removeIdentityOf } from '#app/domain/auth/linked-identities.server.ts';
import { removePasskeysOf } from '#app/domain/auth/passkeys.server.ts';
import { endSessionsOf } from '#app/domain/auth/sessions.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRows, acquireLock } from '#app/domain/lock-queries.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import type { UserResponse } from '#app/schemas/user.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

/**
 * Serializes changes of administrators. Acquire it before locking any account, then call `reloadActor`: if
 * two administrators remove each other, only one succeeds.
 */
export async function lockAdministrators(tx: Ctx): Promise<void> {
  await acquireLock(tx, 'administrators');
}

/**
 * Applies the effects of new flags in the caller's transaction, which has locked `lockAdministrators`.
 * DELETED ends positions, sessions, access tokens, and access requests for good (decisions, section 3).
 * @throws {Conflict} when no administrator would be left
 */
export async function applyFlags(
  tx: AuthorizedCtx,
  before: UserResponse,
  flags: readonly UserFlag[],
): Promise<void> {
  if (isActiveAdmin(before.flags) && !isActiveAdmin(flags)) await assertOtherAdministrator(tx, before.id);
  if (!before.flags.includes('DELETED') && flags.includes('DELETED')) {
    await endPositions(tx, before.id);
    await endSessionsOf(tx, before.id);
    await revokeAccessTokensOf(tx, before.id);
    await deleteAccessRequests(tx, before);
    await removePasskeysOf(tx, before.id);
    await removeIdentityOf(tx, before.id);
  }
}

function isActiveAdmin(flags: readonly UserFlag[]): boolean {
  return flags.includes('ADMIN') && !flags.includes('DELETED');
}

async function assertOtherAdministrator(tx: Ctx, userId: string): Promise<void> {
  const others = await tx.em.count(UserAccountEntity, {
    id: { $ne: userId },
    flags: { $contains: ['ADMIN'] },
    $not: { flags: { $contains: ['DELETED'] } },
  });
  if (others > 0) return;
  throw new Conflict(USER_MESSAGES.lastAdministrator);
}

async function endPositions(tx: AuthorizedCtx, userId: string): Promise<void> {
  const memberships = await lockRows(tx, HighSchoolStaffEntity, { user: userId }, 'update');
  for (const membership of memberships) {
    tx.em.remove(membership);
    recordEvent(tx, 'staff.removed', ['HIGH_SCHOOL', membership.highSchool.id], {
      userId,
      position: membership.position,
    });
  }
}
