import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow, takeLock } from '#app/domain/lock-queries.server.ts';
import { NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { matchesVersion, type ExpectedVersions } from '#app/lib/expected-version.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type AcademicYearAnswer,
  AcademicYearAnswerSchema,
  type AcademicYearPatch,
} from '#app/schemas/academic-year.ts';
import { YEAR_DATE_NAMES } from '#app/schemas/year-fields.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';
import { deactivateYears } from './activate-year.server.ts';
import { assertDatesInOrder } from './year-dates.ts';

/**
 * Changes a year's status and dates; null clears a date, a missing field stays. Making it ACTIVE makes the others INACTIVE
 * in the same transaction (decisions, section 3). Throws Invalid where the dates are out of order, Stale where `ifMatch`
 * names another version. What changes nothing leaves no event and the version as it is.
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
 *
 * @throws {NotFound} for an unknown year
 * @throws {VersionConflict} for another version
 */
export async function lockYear(opened: Ctx, id: string, ifMatch: ExpectedVersions): Promise<LockedYear> {
  const year = await lockRow(opened, AcademicYearEntity, { id }, 'update');
  const tx = await reloadActor(opened, 'academicYear.manage');
  if (year === null) throw new NotFound();
  if (!matchesVersion(ifMatch, year.version)) throw new VersionConflict();
  return { tx, year };
}

function instantOrNull(instant: string | null | undefined): Date | null {
  return typeof instant === 'string' ? new Date(instant) : null;
}
