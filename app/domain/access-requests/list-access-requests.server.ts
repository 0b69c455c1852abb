import type { FilterQuery, Loaded } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { getSchoolOfStaff } from '#app/domain/high-schools/known-high-school.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type AccessRequestAnswer,
  AccessRequestAnswerSchema,
  type AccessRequestCounts,
  type OwnAccessRequest,
  OwnAccessRequestSchema,
} from '#app/schemas/access-request.ts';
import { type AccessRequest, AccessRequestEntity } from '#db/entities/access-request.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';

/** More requests than this aren't listed until some are answered. */
const LISTED_MAX = 200;

/** Returns the signed-in user's waiting requests, oldest first, in the words they typed. */
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
  const requests = await em.find(
    AccessRequestEntity,
    { user: userId, expiresAt: { $gt: now() }, ...waiting },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
  const staff = await em.find(HighSchoolStaffEntity, { user: userId });
  const joined = new Set(staff.map(({ highSchool }) => highSchool.id));
  return requests.filter(({ highSchool }) => !joined.has(highSchool?.id ?? ''));
}

/**
 * Returns the open requests to join a school's staff, oldest first.
 * @throws {NotFound} when the actor may not know the school
 */
export async function listSchoolAccessRequests(
  ctx: Ctx,
  highSchoolId: string,
): Promise<AccessRequestAnswer[]> {
  await getSchoolOfStaff(ctx, highSchoolId);
  const requests = await findOpen(ctx, { highSchool: highSchoolId });
  return requests.map(answerOf);
}

/** Returns all open requests, oldest first. For administrators. */
export async function listAccessRequests(ctx: Ctx): Promise<AccessRequestAnswer[]> {
  authorize(ctx.actor, 'accessRequest.assign');
  const requests = await findOpen(ctx, {});
  return requests.map(answerOf);
}

/** Counts the open requests that the actor may answer: those of their schools and, for administrators, unmatched ones. */
export async function countAccessRequests(ctx: Ctx): Promise<AccessRequestCounts> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Unauthorized();
  if (!isAdmin(actor) && actor.highSchoolIds.length === 0) return { schools: [], unmatched: 0 };
  const requests = await findOpen(
    ctx,
    isAdmin(actor) ? {} : { highSchool: { $in: [...actor.highSchoolIds] } },
  );
  const schools = new Map<string, AccessRequestCounts['schools'][number]>();
  for (const { highSchool } of requests) {
    if (!highSchool) continue;
    const { id, name } = highSchool;
    schools.set(id, { id, name, people: (schools.get(id)?.people ?? 0) + 1 });
  }
  return {
    schools: [...schools.values()],
    unmatched: requests.filter(({ highSchool }) => !highSchool).length,
  };
}

type OpenRequest = Loaded<AccessRequest, 'user' | 'highSchool'>;

/** Finds open requests, except those of people who have joined the school in another way. */
async function findOpen({ em, now }: Ctx, where: FilterQuery<AccessRequest>): Promise<OpenRequest[]> {
  const open = await em.find(
    AccessRequestEntity,
    { $and: [where, { outcome: null, expiresAt: { $gt: now() } }] },
    { populate: ['user', 'highSchool'], orderBy: { createdAt: 'asc', id: 'asc' }, limit: LISTED_MAX },
  );
  if (open.length === 0) return [];
  const staff = await em.find(HighSchoolStaffEntity, { user: { $in: open.map(({ user }) => user.id) } });
  const joined = new Set(staff.map(({ user, highSchool }) => `${user.id} ${highSchool.id}`));
  return open.filter(({ user, highSchool }) => !joined.has(`${user.id} ${highSchool?.id ?? ''}`));
}

function answerOf({ user, highSchool, ...request }: OpenRequest): AccessRequestAnswer {
  return AccessRequestAnswerSchema.parse({
    ...request,
    name: fullName(user),
    email: user.email,
    highSchool,
  });
}
