import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIsoOrNull } from '#app/domain/instants.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import { readDashboardSchools } from './home-queries.server.ts';
import { submissionDeadline } from '#app/domain/designations/submission-deadline.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DeadlineExtensionEntity } from '#db/entities/deadline-extension.ts';

/** When a school's designation for a year must be submitted, extensions included. */
export interface DueDate {
  readonly yearId: string;
  readonly year: number;
  readonly highSchoolId: string;
  readonly highSchoolName: string;
  /** ISO 8601. */
  readonly dueAt: string;
}

/** Returns the due dates of the designations that the user's active schools still have to submit, A to Z. */
export async function listDueDates(ctx: Ctx): Promise<DueDate[]> {
  const { actor } = ctx;
  authorize(actor, 'designation.list');
  if (actor.kind !== 'user' || actor.highSchoolIds.length === 0) return [];
  const active = await findActiveYear(ctx);
  if (active === null) return [];
  const { id: yearId, year, dueAt, correctionsDueAt } = active;
  const rows = await readDashboardSchools(ctx, { highSchoolIds: actor.highSchoolIds, yearId });
  return rows.flatMap(({ id: highSchoolId, name: highSchoolName, status, ...row }) => {
    const dates = { dueAt, correctionsDueAt, extendedDueAt: toIsoOrNull(row.extendedDueAt) };
    const deadline = status === 'ACTIVE' ? submissionDeadline(row.designationStatus, dates) : null;
    return deadline === null ? [] : [{ yearId, year, highSchoolId, highSchoolName, dueAt: deadline }];
  });
}

interface OfDesignation {
  readonly highSchoolId: string;
  readonly academicYearId: string;
  readonly status: DesignationStatus;
}

/**
 * Finds until when a school may submit its designation in this status, extension included; ISO 8601. Null if there is
 * no deadline.
 * @throws {NotFound} when the actor may not see the designation
 */
export async function findDueDate(
  ctx: Ctx,
  { highSchoolId, academicYearId, status }: OfDesignation,
): Promise<string | null> {
  authorizeToSee(ctx.actor, 'designation.read', { highSchoolId });
  const year = await ctx.em.findOne(
    AcademicYearEntity,
    { id: academicYearId },
    { fields: ['dueAt', 'correctionsDueAt'], disableIdentityMap: true },
  );
  const extension = await ctx.em.findOne(
    DeadlineExtensionEntity,
    { academicYear: academicYearId, highSchool: highSchoolId },
    { fields: ['dueAt'], disableIdentityMap: true },
  );
  return submissionDeadline(status, {
    dueAt: year?.dueAt?.toISOString() ?? null,
    correctionsDueAt: year?.correctionsDueAt?.toISOString() ?? null,
    extendedDueAt: extension?.dueAt.toISOString() ?? null,
  });
}
