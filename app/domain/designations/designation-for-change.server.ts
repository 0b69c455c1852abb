import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { ANSWERED_RELATIONS, designationAnswer } from '#app/domain/designations/designation-answer.ts';
import {
  type DesignationFacts,
  readDesignationFacts,
} from '#app/domain/designations/designation-queries.server.ts';
import { findStudents } from '#app/domain/designations/get-designation.server.ts';
import { designationVersionConflict } from '#app/domain/designations/last-change.server.ts';
import type { SchoolDates } from '#app/domain/designations/submission-deadline.ts';
import { toIsoOrNull } from '#app/domain/instants.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { matchesVersion, type ExpectedVersions } from '#app/lib/expected-version.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

/** A designation that nobody else can change until the transaction ends, with what its rules and mails depend on. */
export interface DesignationForChange extends Pick<
  DesignationFacts,
  'previousCriteria' | 'staff' | 'notices' | 'hasReturnedContents'
> {
  readonly designation: DesignationAnswer;
  readonly dates: SchoolDates;
}

/** A locked designation, and the Ctx of the actor who may change it. */
export interface LockedDesignation {
  readonly tx: AuthorizedCtx;
  readonly known: DesignationForChange;
}

/**
 * Locks a designation's row by its id, asks for permission, and only then reads it: an approval and a resubmission follow each
 * other, and whoever waited sees what the other one stored.
 *
 * @throws {NotFound} for ids the actor may not know
 * @throws {Unauthorized} for an account that was deleted meanwhile
 */
export async function lockForChange(opened: Ctx, id: string): Promise<LockedDesignation> {
  const locked = await lockRow(opened, DesignationEntity, { id }, 'update');
  const subject = { highSchoolId: locked?.highSchool.id ?? '' };
  const tx = await reloadActor(opened, (actor) => {
    authorizeToKnow(actor, 'designation.read', subject);
    authorize(actor, 'designation.edit', subject);
  });
  return { tx, known: await readLocked(tx, id) };
}

async function readLocked(tx: Ctx, id: string): Promise<DesignationForChange> {
  const designation = await tx.em.findOne(
    DesignationEntity,
    { id },
    { populate: ANSWERED_RELATIONS, disableIdentityMap: true },
  );
  const facts = await readDesignationFacts(tx, id);
  if (designation === null || facts === null) throw new NotFound();
  const { previousCriteria, staff, notices, hasReturnedContents } = facts;
  return {
    designation: designationAnswer(designation, await findStudents(tx.em, id)),
    dates: schoolDatesOf(facts),
    previousCriteria,
    staff,
    notices,
    hasReturnedContents,
  };
}

/** Throws Stale, naming who changed it when, where the caller has seen another version than the stored one; null asks for no check. */
export async function assertVersionMatches(
  ctx: Ctx,
  { id, version }: Pick<DesignationAnswer, 'id' | 'version'>,
  seen: ExpectedVersions,
): Promise<void> {
  if (!matchesVersion(seen, version)) throw await designationVersionConflict(ctx, id);
}

/** The dates that bind the designation's school. */
export function schoolDatesOf(facts: DesignationFacts): SchoolDates {
  return {
    dueAt: toIsoOrNull(facts.dueAt),
    correctionsDueAt: toIsoOrNull(facts.correctionsDueAt),
    extendedDueAt: toIsoOrNull(facts.extendedDueAt),
  };
}
