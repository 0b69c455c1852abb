import { type AuthorizedCtx, lockAuthorized } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { addPosition } from '#app/domain/high-schools/change-staff.server.ts';
import {
  authorizeStaffChange,
  lockForStaffChange,
} from '#app/domain/high-schools/high-school-access.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { ACCESS_REQUEST_MESSAGES } from '#app/messages/access-request-messages.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import { type AccessRequest, AccessRequestEntity } from '#db/entities/access-request.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

interface SchoolRequest {
  readonly requestId: string;
  readonly highSchoolId: string;
}

interface Acceptance extends SchoolRequest {
  /** The address that the actor has checked. */
  readonly email: string;
}

/**
 * Accepts an access request: adds the person to the school's staff like `addStaff`. Administrators may choose the
 * school of a request that matched none. Returns the person's and the school's name.
 * @throws {NotFound} when the actor may not see the school, or the request is for another one
 * @throws {Conflict} when the request isn't open anymore, the school is inactive, the account's address has changed,
 * or the person is already on the staff
 */
export async function acceptAccessRequest(
  ctx: Ctx,
  { requestId, highSchoolId, email }: Acceptance,
): Promise<{ readonly person: string; readonly school: string }> {
  authorizeStaffChange(ctx.actor, highSchoolId);
  return inTransaction(ctx, async (opened) => {
    const { tx, school } = await lockForStaffChange(opened, highSchoolId);
    const found = await tx.em.findOne(AccessRequestEntity, { id: requestId });
    if (found === null) throw new NotFound();
    // The same order of locks as in requests and deletions of the account.
    const account = await lockRow(tx, UserAccountEntity, { id: found.user.id });
    const request = await lockRow(tx, AccessRequestEntity, { id: requestId }, 'update');
    const isUnmatched = !request?.highSchool && can(tx.actor, 'accessRequest.assign');
    if (request === null || account === null) throw new NotFound();
    if (request.highSchool?.id !== highSchoolId && !isUnmatched) throw new NotFound();
    assertOpen(tx, request);
    if (school.status !== 'ACTIVE') throw new Conflict(ACCESS_REQUEST_MESSAGES.inactive(school.name));
    if (account.email !== email) throw new Conflict(ACCESS_REQUEST_MESSAGES.addressChanged(account.email));
    await addPosition(tx, { school, account, position: request.position ?? 'STAFF' });
    const decided = { outcome: 'ACCEPTED' as const, decidedAt: tx.now(), decidedBy: actorId(tx.actor) };
    tx.em.assign(request, { ...decided, highSchool: school.id });
    return { person: fullName(account), school: school.name };
  });
}

/**
 * Declines a request for access to a school, with an event on the school. We don't email the person, and show them
 * the request as waiting until it expires, because no one can decline for a school that doesn't exist.
 * @throws {NotFound} when the actor may not see the school, or the request is for another one
 * @throws {Conflict} when the request isn't open anymore
 */
export async function declineAccessRequest(
  ctx: Ctx,
  { requestId, highSchoolId }: SchoolRequest,
): Promise<void> {
  authorizeStaffChange(ctx.actor, highSchoolId);
  await inTransaction(ctx, async (opened) => {
    const { tx } = await lockForStaffChange(opened, highSchoolId);
    const request = await lockRow(
      tx,
      AccessRequestEntity,
      { id: requestId, highSchool: highSchoolId },
      'update',
    );
    if (request === null) throw new NotFound();
    await decline(tx, request);
    const { email } = await tx.em.findOneOrFail(UserAccountEntity, { id: request.user.id });
    recordEvent(tx, 'access.declined', ['HIGH_SCHOOL', highSchoolId], { email });
  });
}

/**
 * Declines a request that matches no single school, with an event that only administrators see. For administrators.
 * @throws {NotFound} when there is no such request
 * @throws {Conflict} when the request isn't open anymore
 */
export async function declineUnmatchedRequest(ctx: Ctx, requestId: string): Promise<void> {
  authorize(ctx.actor, 'accessRequest.assign');
  await inTransaction(ctx, async (opened) => {
    const { tx, row } = await lockAuthorized(opened, AccessRequestEntity, requestId, 'accessRequest.assign');
    if (row.highSchool) throw new NotFound();
    await decline(tx, row);
    const { email } = await tx.em.findOneOrFail(UserAccountEntity, { id: row.user.id });
    // On no timeline that the applicant sees.
    recordEvent(tx, 'access.declined', ['INVITE', requestId], { email });
  });
}

async function decline(tx: AuthorizedCtx, request: AccessRequest): Promise<void> {
  assertOpen(tx, request);
  tx.em.assign(request, { outcome: 'DECLINED', decidedAt: tx.now(), decidedBy: actorId(tx.actor) });
  await tx.em.flush();
}

/** The caller has locked the request. */
function assertOpen({ now }: Ctx, { outcome, expiresAt }: AccessRequest): void {
  if (outcome !== null || hasExpired(expiresAt, now())) throw new Conflict(ACCESS_REQUEST_MESSAGES.notOpen);
}
