import { randomUUID } from 'node:crypto';
import type { QueryResult } from '@mikro-orm/postgresql';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { getAcademicYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { loadDesignation } from './get-designation.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { getVisibleHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { hasAcceptedTerms } from '#app/domain/settings/terms.ts';
import { Conflict, Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { type Actor, isStaffOf } from '#app/policy/actor.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import type { DesignateTarget, TakenDesignation } from '#app/schemas/designate-screens.ts';
import type { DesignationResponse, DesignationCreate } from '#app/schemas/designation.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { type HighSchool, HighSchoolEntity } from '#db/entities/high-school.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';

/** The school and year of a new designation. */
interface Target {
  readonly highSchool: HighSchool;
  readonly academicYear: AcademicYear;
}

/**
 * Creates a designation submitted by the caller (specification, section 4; decisions, section 3). For staff,
 * this accepts the terms. A unique index prevents concurrent duplicates.
 * @throws {NotFound} when the actor may not see the school or year
 * @throws {Forbidden} when staff may not designate: inactive school or year, or not open yet
 * @throws {Conflict} with `{designation: TakenDesignation}` when one already exists
 */
export async function createDesignation(ctx: Ctx, input: DesignationCreate): Promise<DesignationResponse> {
  authorizeCreation(ctx.actor, input);
  return inTransaction(ctx, async (opened) => {
    const { tx, target } = await lockTarget(opened, input);
    const isStaff = isStaffOf(tx.actor, target.highSchool.id);
    if (isStaff) assertOpenToStaff(tx, target);
    const id = await insertUnlessTaken(tx, target, isStaff);
    recordEvent(tx, 'designation.created', ['DESIGNATION', id], { acceptedTermsAndConditions: isStaff });
    return loadDesignation(tx, id);
  });
}

/** Returns the school and the year, which is locked so it can't be deleted. */
async function lockTarget(
  opened: Ctx,
  input: DesignationCreate,
): Promise<{ readonly tx: AuthorizedCtx; readonly target: Target }> {
  const academicYear = await lockRow(opened, AcademicYearEntity, { id: input.academicYearId }, 'share');
  const highSchool = await lockRow(opened, HighSchoolEntity, { id: input.highSchoolId }, 'share');
  const tx = await reloadActor(opened, (actor) => authorizeCreation(actor, input));
  if (highSchool === null || academicYear === null) throw new NotFound();
  return { tx, target: { highSchool, academicYear } };
}

function authorizeCreation(actor: Actor, input: DesignationCreate): void {
  authorizeToSee(actor, 'highSchool.read', input);
  authorize(actor, 'designation.create', input);
}

function assertOpenToStaff(ctx: Ctx, { highSchool, academicYear: { status, year, opensAt } }: Target): void {
  if (highSchool.status !== 'ACTIVE') {
    throw new Forbidden(DESIGNATION_MESSAGES.schoolInactive);
  }
  if (status !== 'ACTIVE') {
    throw new Forbidden(DESIGNATION_MESSAGES.yearInactive(year));
  }
  if (opensAt && opensAt > ctx.now()) {
    const opens = formatInZone(opensAt.toISOString(), ctx.settings.timeZone);
    throw new Forbidden(DESIGNATION_MESSAGES.notOpenYet(year, opens));
  }
}

/** Inserts the designation and returns its id. */
async function insertUnlessTaken(tx: Ctx, target: Target, isStaff: boolean): Promise<string> {
  if (tx.actor.kind !== 'user') throw new Forbidden(DESIGNATION_MESSAGES.usersOnly);
  const id = randomUUID();
  const now = tx.now();
  const { affectedRows } = (await tx.em
    .createQueryBuilder(DesignationEntity)
    .insert({
      id,
      ...target,
      status: 'STARTED',
      submittedBy: tx.actor.id,
      acceptedTermsAt: isStaff ? now : null,
      acceptedTermsVersion: isStaff ? tx.settings.terms.version : null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict(['highSchool', 'academicYear'])
    .ignore()) as QueryResult;
  if (affectedRows === 0) throw await existingDesignationConflict(tx, target);
  return id;
}

async function existingDesignationConflict(tx: Ctx, target: Target): Promise<Conflict> {
  const taken = await tx.em.findOneOrFail(DesignationEntity, { ...target }, { populate: ['submittedBy'] });
  const { id, firstName, lastName } = taken.submittedBy;
  const designation: TakenDesignation = {
    id: taken.id,
    status: taken.status,
    submittedBy: { id, firstName, lastName },
  };
  return new Conflict(DESIGNATION_MESSAGES.exists, { designation });
}

/** The school and year of the designate screens, with their designation if there is one. */
export interface DesignationTarget extends DesignateTarget {
  readonly designation:
    | (Pick<DesignationResponse, 'id' | 'version' | 'acceptedTermsAndConditions'> & {
        readonly hasAcceptedEarlierTerms: boolean;
      })
    | null;
}

/**
 * Finds the school, year, and designation for the designate screens (specification, section 2).
 * @throws {NotFound} when the actor may not see the school or year
 */
export async function getDesignationTarget(
  ctx: Ctx,
  { highSchoolId, academicYearId }: DesignationCreate,
): Promise<DesignationTarget> {
  const highSchool = await getVisibleHighSchool(ctx, highSchoolId);
  const academicYear = await getAcademicYear(ctx, academicYearId);
  const designation = await ctx.em.findOne(
    DesignationEntity,
    { highSchool, academicYear: academicYear.id },
    { refresh: true },
  );
  return {
    highSchool: { id: highSchool.id, name: highSchool.name },
    academicYear: { id: academicYear.id, year: academicYear.year },
    designation: designation && {
      id: designation.id,
      version: designation.version,
      acceptedTermsAndConditions: hasAcceptedTerms(designation, ctx.settings.terms.version),
      hasAcceptedEarlierTerms: designation.acceptedTermsAt !== null,
    },
  };
}
