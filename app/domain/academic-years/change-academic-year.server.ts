import { type AuthorizedCtx, lockAuthorized, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRows, acquireLock } from '#app/domain/lock-queries.server.ts';
import { Conflict, VersionConflict } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import type { ExpectedRecord, RecordChange, VersionedId } from '#app/lib/versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type AcademicYearResponse,
  AcademicYearResponseSchema,
  type AcademicYearPatch,
} from '#app/schemas/academic-year.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { YEAR_DATE_NAMES } from '#app/schemas/year-fields.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { findActiveYear } from './read-academic-years.server.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { assertDatesInOrder } from './year-dates.ts';

/**
 * Changes a year's status and dates; null clears a date. Activating it deactivates the others (decisions,
 * section 3). If nothing changes, no event is recorded and the version stays the same.
 * @throws {Invalid} when the dates are out of order
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 */
export async function changeAcademicYear(
  ctx: Ctx,
  { id, patch, ifMatch }: RecordChange<AcademicYearPatch>,
): Promise<AcademicYearResponse> {
  authorize(ctx.actor, 'academicYear.manage');
  return inTransaction(ctx, async (opened) => {
    if (patch.status === 'ACTIVE') await acquireLock(opened, 'academicYears');
    const { tx, row: year } = await lockAuthorized(
      opened,
      AcademicYearEntity,
      id,
      'academicYear.manage',
      ifMatch,
    );
    const before = AcademicYearResponseSchema.parse(year);
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
    recordEvent(tx, 'academicYear.changed', ['ACADEMIC_YEAR', id], changes);
    await tx.em.flush();
    return AcademicYearResponseSchema.parse(year);
  });
}

function instantOrNull(instant: string | null | undefined): Date | null {
  return typeof instant === 'string' ? new Date(instant) : null;
}

/**
 * Makes every ACTIVE year INACTIVE, records events, and flushes, so that another year can become ACTIVE.
 * Acquire the `academicYears` lock before locking any year's row; otherwise two activations could deadlock.
 */
export async function deactivateYears(tx: AuthorizedCtx): Promise<void> {
  const active = await lockRows(tx, AcademicYearEntity, { status: 'ACTIVE' }, 'update');
  for (const year of active) setYearStatus(tx, year, 'INACTIVE');
  await tx.em.flush();
}

/** Changes a locked year's status and records an event. */
export function setYearStatus(tx: AuthorizedCtx, year: AcademicYear, status: ActivityStatus): void {
  const changes = { status: { from: year.status, to: status } };
  recordEvent(tx, 'academicYear.changed', ['ACADEMIC_YEAR', year.id], changes);
  tx.em.assign(year, { status, updatedAt: tx.now() });
}

/**
 * Makes a year ACTIVE and the others INACTIVE. `instead` is the year that was displayed as active, or none
 * (specification, section 2).
 * @throws {VersionConflict} when another year has become active, or the chosen one has changed
 */
export async function chooseActiveYear(
  ctx: Ctx,
  { chosen, instead }: { chosen: VersionedId; instead: string | null },
): Promise<AcademicYearResponse> {
  authorize(ctx.actor, 'academicYear.manage');
  return inTransaction(ctx, async (opened) => {
    await acquireLock(opened, 'academicYears');
    const tx = await reloadActor(opened, 'academicYear.manage');
    const active = await findActiveYear(tx);
    if ((active?.id ?? null) !== instead) throw new VersionConflict();
    return changeAcademicYear(tx, { id: chosen.id, patch: { status: 'ACTIVE' }, ifMatch: chosen.version });
  });
}

/**
 * Deletes a year and its extensions (decisions, section 3).
 * @throws {Conflict} when the year is ACTIVE or has designations
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 */
export async function deleteAcademicYear(ctx: Ctx, { id, ifMatch }: ExpectedRecord): Promise<void> {
  authorize(ctx.actor, 'academicYear.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, row } = await lockAuthorized(opened, AcademicYearEntity, id, 'academicYear.manage', ifMatch);
    const { year, status } = row;
    if (status === 'ACTIVE') {
      throw new Conflict(YEAR_MESSAGES.isActive(year));
    }
    if ((await tx.em.findOne(DesignationEntity, { academicYear: id }, { fields: ['id'] })) !== null) {
      throw new Conflict(YEAR_MESSAGES.hasDesignations(year));
    }
    tx.em.remove(row);
    recordEvent(tx, 'academicYear.deleted', ['ACADEMIC_YEAR', id], { year: { from: year, to: null } });
  });
}
