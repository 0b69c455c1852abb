import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { acquireLock } from '#app/domain/lock-queries.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type AcademicYearResponse,
  AcademicYearResponseSchema,
  type AcademicYearCreate,
} from '#app/schemas/academic-year.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { YEAR_DATES } from '#app/schemas/year-fields.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';
import { deactivateYears } from './change-academic-year.server.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { findYearByNumber } from './read-academic-years.server.ts';

/**
 * Creates an academic year, INACTIVE by default; an ACTIVE one deactivates the others (specification,
 * section 7; decisions, section 3). Records an event per changed year.
 * @throws {Conflict} when the year exists
 */
export async function createAcademicYear(
  ctx: Ctx,
  { year, status = 'INACTIVE' }: AcademicYearCreate,
): Promise<AcademicYearResponse> {
  authorize(ctx.actor, 'academicYear.manage');
  return inTransaction(ctx, async (opened) => {
    await acquireLock(opened, 'academicYears');
    const tx = await reloadActor(opened, 'academicYear.manage');
    const taken = await findYearByNumber(tx, year);
    if (taken !== null) throw new Conflict(YEAR_MESSAGES.exists(year));
    if (status === 'ACTIVE') await deactivateYears(tx);
    const added = addYear(tx, { year, status });
    await tx.em.flush();
    return AcademicYearResponseSchema.parse(added);
  });
}

/** Adds a year without dates and records an event. The caller's transaction has the lock `academicYears`. */
export function addYear(
  tx: AuthorizedCtx,
  { year, status }: { year: number; status: ActivityStatus },
): AcademicYear {
  const now = tx.now();
  const added = tx.em.create(AcademicYearEntity, {
    ...{ id: randomUUID(), year, status, createdAt: now, updatedAt: now },
    ...ofEachField(YEAR_DATES, () => null),
  });
  recordEvent(tx, 'academicYear.created', ['ACADEMIC_YEAR', added.id], {
    year: { from: null, to: year },
    status: { from: null, to: status },
  });
  return added;
}
