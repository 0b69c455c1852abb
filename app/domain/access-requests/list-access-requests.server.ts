import type { FilterQuery, Loaded } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { getManagedHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type AccessRequestResponse,
  AccessRequestResponseSchema,
  type AccessRequestCounts,
  type OwnAccessRequest,
  OwnAccessRequestSchema,
} from '#app/schemas/access-request.ts';
import { type AccessRequest, AccessRequestEntity } from '#db/entities/access-request.ts';
import { countRequestsBySchool } from './access-request-queries.server.ts';

/** Older requests aren't listed until some are answered. */
const LISTED_MAX = 200;

/**
 * Returns the signed-in user's waiting requests, oldest first, as they typed them.
 * @throws {Unauthorized} without an account
 */
export async function listOwnAccessRequests(ctx: Ctx): Promise<OwnAccessRequest[]> {
  authorize(ctx.actor, 'accessRequest.create');
  if (ctx.actor.kind !== 'user') throw new Unauthorized();
  const waiting = await waitingRequests(ctx, ctx.actor.id);
  return waiting.map((request) => OwnAccessRequestSchema.parse(request));
}

/**
 * Returns the requests that still wait from their user's view. A declined one waits until it expires, because only
 * a school that exists can decline. Doesn't check permission.
 */
export async function waitingRequests({ em, now }: Ctx, userId: string): Promise<AccessRequest[]> {
  const waiting = { $or: [{ outcome: null }, { outcome: 'DECLINED' as const }] };
  return em.find(
    AccessRequestEntity,
    { user: userId, expiresAt: { $gt: now() }, ...waiting },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
}

/**
 * Returns the open requests to join a school's staff, newest first.
 * @throws {NotFound} when the actor may not see the school
 */
export async function listSchoolAccessRequests(
  ctx: Ctx,
  highSchoolId: string,
): Promise<AccessRequestResponse[]> {
  await getManagedHighSchool(ctx, highSchoolId);
  const requests = await findOpen(ctx, { highSchool: highSchoolId });
  return requests.map(accessRequestResponse);
}

/** Returns the open requests, newest first, with their total. For administrators. */
export async function listAccessRequests(
  ctx: Ctx,
): Promise<{ readonly items: readonly AccessRequestResponse[]; readonly total: number }> {
  authorize(ctx.actor, 'accessRequest.assign');
  const requests = await findOpen(ctx, {});
  const isWhole = requests.length < LISTED_MAX;
  const total = isWhole ? requests.length : await ctx.em.count(AccessRequestEntity, openNow(ctx));
  return { items: requests.map(accessRequestResponse), total };
}

/**
 * Counts the open requests that the actor may answer: their schools' and, for administrators, unmatched ones.
 * @throws {Unauthorized} without an account
 */
export async function countAccessRequests(ctx: Ctx): Promise<AccessRequestCounts> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Unauthorized();
  if (!isAdmin(actor) && actor.highSchoolIds.length === 0) return { schools: [], unmatched: 0 };
  const schools = await countRequestsBySchool(ctx, {
    highSchoolIds: isAdmin(actor) ? null : actor.highSchoolIds,
    now: ctx.now(),
  });
  const unmatched = isAdmin(actor)
    ? await ctx.em.count(AccessRequestEntity, { ...openNow(ctx), highSchool: null })
    : 0;
  return { schools, unmatched };
}

type OpenRequest = Loaded<AccessRequest, 'user' | 'highSchool'>;

function findOpen(ctx: Ctx, where: FilterQuery<AccessRequest>): Promise<OpenRequest[]> {
  return ctx.em.find(
    AccessRequestEntity,
    { $and: [where, openNow(ctx)] },
    { populate: ['user', 'highSchool'], orderBy: { createdAt: 'desc', id: 'desc' }, limit: LISTED_MAX },
  );
}

function openNow({ now }: Ctx) {
  return { outcome: null, expiresAt: { $gt: now() } };
}

function accessRequestResponse({ user, highSchool, ...request }: OpenRequest): AccessRequestResponse {
  return AccessRequestResponseSchema.parse({
    ...request,
    name: fullName(user),
    email: user.email,
    highSchool,
  });
}
