import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type DesignationFacts, readFactsAndStudents } from './designation-queries.server.ts';
import { designationResponse } from './get-designation.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { ELSEWHERE } from '#app/messages/editing-labels.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { matchesVersion, type ExpectedVersions } from '#app/lib/versions.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize, authorizeForSomeSchool, authorizeToSee, can } from '#app/policy/authorize.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { type Designation, DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';

/** A locked designation, with the facts that its rules and emails depend on. */
export interface DesignationForChange extends DesignationFacts {
  readonly designation: DesignationResponse;
}

/** A locked designation, and the Ctx of an actor who may change it. */
export interface LockedDesignation {
  readonly tx: AuthorizedCtx;
  readonly known: DesignationForChange;
}

/**
 * Locks a designation's row, checks permission, and only then reads it, so that concurrent changes run one
 * after another and each sees the previous one's result.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Unauthorized} when the account has been deleted
 */
export async function lockForChange(opened: Ctx, id: string): Promise<LockedDesignation> {
  authorizeForSomeSchool(opened.actor, 'designation.edit');
  const locked = await lockRow(opened, DesignationEntity, { id }, 'update');
  const subject = { highSchoolId: locked?.highSchool.id ?? '' };
  const tx = await reloadActor(opened, (actor) => {
    authorizeToSee(actor, 'designation.read', subject);
    authorize(actor, 'designation.edit', subject);
  });
  if (locked === null) throw new NotFound();
  return { tx, known: await readLocked(tx, locked) };
}

/**
 * Refuses everyone but administrators before a designation is locked, with the same errors as the check after the lock.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function authorizeToDecide(ctx: Ctx, id: string): Promise<void> {
  if (can(ctx.actor, 'designation.decideMany')) return;
  const found = await ctx.em.findOne(
    DesignationEntity,
    { id },
    { fields: ['highSchool'], disableIdentityMap: true },
  );
  const subject = { highSchoolId: found?.highSchool.id ?? '' };
  authorizeToSee(ctx.actor, 'designation.read', subject);
  authorize(ctx.actor, 'designation.decide', subject);
}

async function readLocked(tx: Ctx, locked: Designation): Promise<DesignationForChange> {
  const found = await readFactsAndStudents(tx, locked.id);
  if (found === null) throw new NotFound();
  const { facts, students } = found;
  const { highSchool, academicYear, submittedBy } = facts;
  const named = { ...locked, highSchool, academicYear, submittedBy };
  return { ...facts, designation: designationResponse(tx, named, students) };
}

/**
 * Checks that the caller has the stored version; null skips the check.
 * @throws {VersionConflict} with who changed it and when, but not what
 */
export async function assertVersionMatches(
  ctx: Ctx,
  { id, version }: Pick<DesignationResponse, 'id' | 'version'>,
  expected: ExpectedVersions,
): Promise<void> {
  if (matchesVersion(expected, version)) return;
  const changed = await findLastChange(ctx, id);
  if (changed?.by == null) throw new VersionConflict();
  const isOwn = changed.by.id === actorId(ctx.actor);
  const who = isOwn ? `You changed this ${ELSEWHERE}` : `${fullName(changed.by)} changed this`;
  throw new VersionConflict(`${who} on ${formatInZone(changed.at, ctx.settings.timeZone)}`, { changed });
}

/** Finds who last changed a designation, and when; null without an event. Messages aren't changes. */
export async function findLastChange(ctx: Ctx, designationId: string): Promise<LastChange | null> {
  const event = await ctx.em.findOne(
    EventEntity,
    { subjectType: 'DESIGNATION', subjectId: designationId, kind: { $ne: 'designation.messageSent' } },
    { populate: ['actor'], orderBy: { at: 'desc', id: 'desc' } },
  );
  if (event === null) return null;
  const { at, actor } = event;
  const by = actor && { id: actor.id, firstName: actor.firstName, lastName: actor.lastName };
  return { at: at.toISOString(), by: by ?? null };
}
