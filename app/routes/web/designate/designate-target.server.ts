import { redirect } from '@remix-run/node';
import {
  mayOpenStep,
  PENDING_NEEDS_SCRIPTS,
  targetOf,
  requestedStepPath,
} from '#app/components/designate/designate-steps.ts';
import { type DesignateStep, stepPath } from '#app/lib/urls/step-path.ts';
import {
  findPreviousClassSize,
  findPreviousCriteria,
} from '#app/domain/designations/find-previous-designation.server.ts';
import {
  type DesignationTarget,
  getDesignationTarget,
} from '#app/domain/designations/create-designation.server.ts';
import { findDueDate } from '#app/domain/home/due-dates.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { findStudentWarnings } from '#app/domain/students/find-student-warnings.server.ts';
import { findLastChange } from '#app/domain/designations/designation-for-change.server.ts';
import { Conflict, NotFound } from '#app/lib/domain-errors.ts';
import { type DueDateText, formatDueDate } from '#app/lib/time/due-date.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { can } from '#app/policy/authorize.ts';
import { DesignateTargetSchema } from '#app/schemas/designate-forms.ts';
import type { DesignationResponse, DesignationCreate } from '#app/schemas/designation.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';

/** Returns the school and year in the URL; null if one is missing or isn't an ID. */
export function targetOfUrl(url: URL): DesignationCreate | null {
  const parsed = DesignateTargetSchema.safeParse(Object.fromEntries(url.searchParams));
  return parsed.success ? { highSchoolId: parsed.data.school, academicYearId: parsed.data.year } : null;
}

/** Returns the URL's school and year; null if the user can't access them. */
export async function findTarget({ ctx, url }: SignedInCall): Promise<DesignationTarget | null> {
  const addressed = targetOfUrl(url);
  if (addressed === null) return null;
  try {
    return await getDesignationTarget(ctx, addressed);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/**
 * Returns the URL's designation. Redirects to the agreement if there is none or the user isn't on its staff.
 */
export async function openDesignation(call: SignedInCall, step: DesignateStep = 'agreement') {
  const { ctx, url } = call;
  const target = await findTarget(call);
  const isTheirs =
    target !== null && can(ctx.actor, 'designation.editDraft', { highSchoolId: target.highSchool.id });
  if (!isTheirs || target.designation === null) {
    throw redirect(url.search === '' ? requestedStepPath(step) : `/designate/agreement${url.search}`);
  }
  const { id } = target.designation;
  const school = { highSchoolId: target.highSchool.id, year: target.academicYear.year };
  const designation = await getDesignation(ctx, id);
  return {
    designation,
    due: await correctionsDue(call, designation),
    changed: await findLastChange(ctx, id),
    previous: await findPreviousCriteria(ctx, school),
    previousSize: await findPreviousClassSize(ctx, school),
    today: zonedDay(ctx.now(), ctx.settings.timeZone),
  };
}

/** Returns until when a returned designation has to be submitted again; null without a date or in another status. */
export async function correctionsDue(
  { ctx }: SignedInCall,
  { highSchool, academicYear, status }: Pick<DesignationResponse, 'highSchool' | 'academicYear' | 'status'>,
): Promise<DueDateText | null> {
  if (status !== 'RETURNED') return null;
  const ids = { highSchoolId: highSchool.id, academicYearId: academicYear.id };
  const dueAt = await findDueDate(ctx, { ...ids, status });
  return dueAt === null ? null : formatDueDate(dueAt, ctx.now().toISOString(), ctx.settings.timeZone);
}

/** Like `openDesignation`. Also redirects if this step can't be opened (specification, section 2). */
export async function openStep(call: SignedInCall, step: Exclude<DesignateStep, 'agreement'>) {
  const opened = await openDesignation(call, step);
  const { designation } = opened;
  if (!mayOpenStep(step, designation)) {
    throw redirect(stepPath('agreement', targetOf(designation)));
  }
  return opened;
}

/** Like `openStep`, with the warnings about the students. */
export async function openStepWithWarnings(call: SignedInCall, step: 'students' | 'review') {
  const opened = await openStep(call, step);
  return { ...opened, warnings: await findStudentWarnings(call.ctx, opened.designation, 'school') };
}

/** @throws {Conflict} for PENDING designations, which are only changed as a whole, by submitting them again */
export function assertSavedHere({ status }: Pick<DesignationResponse, 'status'>): void {
  if (status === 'PENDING') throw new Conflict(PENDING_NEEDS_SCRIPTS);
}
