import { randomUUID } from 'node:crypto';
import {
  ACCESS_REQUEST_DAYS,
  ACCESS_REQUEST_WINDOW_MINUTES,
  ACCESS_REQUESTS_A_DAY,
  ACCESS_REQUESTS_OPEN,
  ACCESS_REQUESTS_PER_CLIENT,
  DAY_MINUTES,
} from '#app/config/constants.ts';
import { clientNetwork } from '#app/domain/auth/client-network.server.ts';
import { limitRate } from '#app/domain/auth/rate-limits.server.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { wordsOf } from '#app/domain/high-schools/match-schools.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { ACCESS_REQUEST_MESSAGES } from '#app/messages/access-request-messages.ts';
import { Conflict, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { daysAfter } from '#app/lib/time/expiry.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { recordRequest } from './close-access-requests.server.ts';
import { notifyDeciders } from './access-request-notices.server.ts';
import { waitingRequests } from './list-access-requests.server.ts';

interface Application {
  readonly schoolName: string;
  readonly position?: StaffPosition | undefined;
  readonly clientAddress: string;
}

/**
 * Asks to join the staff of the school with this name, with an event and emails to its staff and the administrators.
 * Runs the same statements whether or not there is such a school. Asking again while a request waits changes nothing.
 * @throws {Conflict} when the account has three waiting requests
 * @throws {RateLimited} after ten requests in 24 hours, or 20 from a client's network in 15 minutes
 */
export async function requestAccess(ctx: Ctx, application: Application): Promise<void> {
  const { schoolName, position = null, clientAddress } = application;
  authorize(ctx.actor, 'accessRequest.create');
  await inTransaction(ctx, async (opened) => {
    const { tx, actor } = await lockOwnAccount(opened);
    const waiting = await waitingRequests(tx, actor.id);
    const key = schoolNameKey(schoolName);
    if (waiting.some((request) => schoolNameKey(request.schoolName) === key)) return;
    if (waiting.length >= ACCESS_REQUESTS_OPEN) {
      throw new Conflict(ACCESS_REQUEST_MESSAGES.tooManyOpen(ACCESS_REQUESTS_OPEN));
    }
    await limitRequests(tx, { userId: actor.id, network: clientNetwork(clientAddress) });
    const school = await findSchoolOfKey(tx, key);
    if (school !== null && actor.highSchoolIds.includes(school.id)) return;
    const createdAt = tx.now();
    const expiresAt = daysAfter(createdAt, ACCESS_REQUEST_DAYS);
    const request = tx.em.create(AccessRequestEntity, {
      ...{ id: randomUUID(), user: actor.id, highSchool: school?.id ?? null, schoolName, position },
      ...{ createdAt, expiresAt },
    });
    recordRequest(tx, 'access.requested', request, actor);
    await notifyDeciders(tx, { applicant: actor, school, nameKey: key });
  });
}

/**
 * Withdraws the user's own waiting request, even one that was declined: they don't see that. It keeps who declined it.
 * @throws {NotFound} when it isn't theirs or isn't waiting anymore
 */
export async function withdrawRequest(ctx: Ctx, id: string): Promise<void> {
  authorize(ctx.actor, 'accessRequest.create');
  await inTransaction(ctx, async (opened) => {
    const { tx, actor } = await lockOwnAccount(opened);
    const locked = await lockRow(tx, AccessRequestEntity, { id, user: actor.id }, 'update');
    const waiting = await waitingRequests(tx, actor.id);
    const request = waiting.find((one) => one.id === locked?.id);
    if (request === undefined) throw new NotFound(ACCESS_REQUEST_MESSAGES.notOpen);
    const now = tx.now();
    const withdrawn = { outcome: 'WITHDRAWN', decidedAt: now, decidedBy: actor.id } as const;
    tx.em.assign(request, request.outcome === null ? withdrawn : { expiresAt: now });
    recordRequest(tx, 'access.withdrawn', request, actor);
  });
}

/** Locks the user's account, so that requests of the same user run one after the other. */
async function lockOwnAccount(opened: Ctx): Promise<{ tx: AuthorizedCtx; actor: UserActor }> {
  if (opened.actor.kind !== 'user') throw new Unauthorized();
  await lockRow(opened, UserAccountEntity, { id: opened.actor.id });
  const tx = await reloadActor(opened, 'accessRequest.create');
  if (tx.actor.kind !== 'user') throw new Unauthorized();
  return { tx, actor: tx.actor };
}

/** Returns the only active school with this name. Reads all names, so that the time doesn't depend on the result. */
async function findSchoolOfKey(ctx: Ctx, key: string): Promise<{ id: string; name: string } | null> {
  const schools = await ctx.em.find(
    HighSchoolEntity,
    { status: 'ACTIVE' },
    { fields: ['id', 'name'], disableIdentityMap: true },
  );
  const [school, other] = schools.filter(({ name }) => key !== '' && schoolNameKey(name) === key);
  return school === undefined || other !== undefined ? null : { id: school.id, name: school.name };
}

/** Returns the key that compares names, ignoring case, accents, punctuation, and spaces. 'HS' means 'High School'. */
export function schoolNameKey(name: string): string {
  return wordsOf(name.replace(/['‘’]/g, ''))
    .map((word) => (word === 'hs' ? 'high school' : word))
    .join(' ');
}

/** Counts a request of the network and the account in the caller's transaction, so a refused one doesn't count. */
async function limitRequests(
  tx: Ctx,
  { userId, network }: { userId: string; network: string },
): Promise<void> {
  await limitRate(tx, {
    ...{ name: 'access-requests-per-client', subject: network, windowMinutes: ACCESS_REQUEST_WINDOW_MINUTES },
    max: ACCESS_REQUESTS_PER_CLIENT,
    message: (seconds) => ACCESS_REQUEST_MESSAGES.tooManyFromHere(Math.ceil(seconds / 60)),
  });
  await limitRate(tx, {
    ...{ name: 'access-requests', subject: userId, windowMinutes: DAY_MINUTES, max: ACCESS_REQUESTS_A_DAY },
    message: (seconds) => ACCESS_REQUEST_MESSAGES.tooMany(ACCESS_REQUESTS_A_DAY, Math.ceil(seconds / 3600)),
  });
}
