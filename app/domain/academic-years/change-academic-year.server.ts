import { type AuthorizedCtx, lockAuthorized, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRows, takeLock } from '#app/domain/lock-queries.server.ts';
import { Conflict, VersionConflict } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { type ExpectedVersions, type VersionedId, matchesVersion } from '#app/lib/versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type AcademicYearAnswer,
  AcademicYearAnswerSchema,
  type AcademicYearPatch,
} from '#app/schemas/academic-year.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { YEAR_DATE_NAMES } from '#app/schemas/year-fields.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { findActiveYear } from './read-academic-years.server.ts';
import { assertDatesInOrder } from './year-dates.ts';

/**
 * Changes a year's status and dates; null clears a date, a missing field stays. Making it ACTIVE makes the others
 * INACTIVE, too (decisions, section 3). What changes nothing leaves no event and the version as it is.
 * @throws {Invalid} where the dates are out of order
 * @throws {VersionConflict} where `ifMatch` names another version
 */
export async function changeAcademicYear(
  ctx: Ctx,
  { id, patch, ifMatch }: { id: string; patch: AcademicYearPatch; ifMatch: ExpectedVersions },
): Promise<AcademicYearAnswer> {
  authorize(ctx.actor, 'academicYear.manage');
  return inTransaction(ctx, async (opened) => {
    if (patch.status === 'ACTIVE') await takeLock(opened, 'academicYears');
    const { tx, year } = await lockYear(opened, id, ifMatch);
    const before = AcademicYearAnswerSchema.parse(year);
    const wanted = presentFields(patch);
    const dates = YEAR_DATE_NAMES.filter((name) => name in wanted);
    assertDatesInOrder({ ...before, ...wanted }, dates);
    const changes = changesBetween<AcademicYearPatch>(before, wanted);
    if (Object.keys(changes).length === 0) return before;
    if (changes['status']?.to === 'ACTIVE') await deactivateYears(tx);
    tx.em.assign(year, {
      ...(wanted.status === undefined ? {} : { status: wanted.status }),
      ...Object.fromEntries(dates.map((name) => [name, instantOrNull(wanted[name])])),
      updatedAt: tx.now(),
    });
    recordEvent(tx, { kind: 'academicYear.changed', subject: ['ACADEMIC_YEAR', id], changes });
    await tx.em.flush();
    return AcademicYearAnswerSchema.parse(year);
  });
}

export interface LockedYear {
  readonly tx: AuthorizedCtx;
  readonly year: AcademicYear;
}

/**
 * Keeps a year's row from others until the transaction ends, then asks for permission.
 * @throws {NotFound} for an unknown year
 * @throws {VersionConflict} for another version
 */
export async function lockYear(opened: Ctx, id: string, ifMatch: ExpectedVersions): Promise<LockedYear> {
  const { tx, row: year } = await lockAuthorized(opened, AcademicYearEntity, id, 'academicYear.manage');
  if (!matchesVersion(ifMatch, year.version)) throw new VersionConflict();
  return { tx, year };
}

function instantOrNull(instant: string | null | undefined): Date | null {
  return typeof instant === 'string' ? new Date(instant) : null;
}

/**
 * Makes every ACTIVE year INACTIVE, with events, and flushes, so that another can become ACTIVE.
 * Take the lock `academicYears` before any year's row: otherwise two activations could deadlock.
 */
export async function deactivateYears(tx: AuthorizedCtx): Promise<void> {
  const active = await lockRows(tx, AcademicYearEntity, { status: 'ACTIVE' }, 'update');
  for (const year of active) setYearStatus(tx, year, 'INACTIVE');
  await tx.em.flush();
}

/** Gives a locked year another status, with the event. */
export function setYearStatus(tx: AuthorizedCtx, year: AcademicYear, status: ActivityStatus): void {
  const changes = { status: { from: year.status, to: status } };
  recordEvent(tx, { kind: 'academicYear.changed', subject: ['ACADEMIC_YEAR', year.id], changes });
  tx.em.assign(year, { status, updatedAt: tx.now() });
}

/**
 * Makes a year ACTIVE, and the others INACTIVE, for someone who saw that `instead` was until now, or none
 * (specification, section 2).
 * @throws {VersionConflict} where another is by now, or the chosen one is at another version
 */
export async function chooseActiveYear(
  ctx: Ctx,
  { chosen, instead }: { chosen: VersionedId; instead: string | null },
): Promise<AcademicYearAnswer> {
  authorize(ctx.actor, 'academicYear.manage');
  return inTransaction(ctx, async (opened) => {
    await takeLock(opened, 'academicYears');
    const tx = await reloadActor(opened, 'academicYear.manage');
    const active = await findActiveYear(tx);
    if ((active?.id ?? null) !== instead) throw new VersionConflict();
    return changeAcademicYear(tx, { id: chosen.id, patch: { status: 'ACTIVE' }, ifMatch: chosen.version });
  });
}

/**
 * Removes a year and its extensions. Throws Conflict for the ACTIVE one and for one that has designations (decisions,
 * section 3), VersionConflict where `ifMatch` names another version.
 */
export async function deleteAcademicYear(
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch: ExpectedVersions },
): Promise<void> {
  authorize(ctx.actor, 'academicYear.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, year: unwanted } = await lockYear(opened, id, ifMatch);
    const { year, status } = unwanted;
    if (status === 'ACTIVE') {
      throw new Conflict(`The academic year ${year} is active. Make another year active before deleting it.`);
    }
    if ((await tx.em.findOne(DesignationEntity, { academicYear: id }, { fields: ['id'] })) !== null) {
      throw new Conflict(`The academic year ${year} has designations, so it can't be deleted.`);
    }
    tx.em.remove(unwanted);
    recordEvent(tx, {
      kind: 'academicYear.deleted',
      subject: ['ACADEMIC_YEAR', id],
      changes: { year: { from: year, to: null } },
    });
  });
}
