import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIsoOrNull } from '#app/domain/instants.ts';
import { authorize } from '#app/policy/authorize.ts';
import { readDashboardSchools } from './dashboard-queries.server.ts';
import { submissionDeadline } from './submission-deadline.ts';

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
