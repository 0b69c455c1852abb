import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { DesignationForChange } from '#app/domain/designations/designation-for-change.server.ts';
import { submissionReceipts } from '#app/domain/designations/designation-mails.ts';
import { storeDesignation } from '#app/domain/designations/store-designation.server.ts';
import { submissionDeadline } from '#app/domain/designations/submission-deadline.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/**
 * A school hands its designation in, or hands it in again (specification, section 4). Effects, all in the caller's
 * transaction: the contents are stored, the status is PENDING, the actor becomes the submitter, the event
 * 'designation.submitted', and a receipt to the school's staff. The caller has checked that it is complete.
 */
export async function submitDesignation(
  ctx: AuthorizedCtx,
  known: DesignationForChange,
  contents: DesignationAnswer,
): Promise<DesignationAnswer> {
  return storeDesignation(ctx, {
    before: known.designation,
    after: { ...contents, status: 'PENDING', submittedBy: submitterOf(ctx, contents) },
    kind: 'designation.submitted',
    told: { studentCount: contents.students.length },
    mailsOf: (submitted) => submissionReceipts(ctx, known, submitted),
  });
}

/** Throws Conflict with the date when it is too late for this school to submit (decisions, section 5). */
export function assertNotTooLate(ctx: Ctx, { designation, dates }: DesignationForChange): void {
  const deadline = submissionDeadline(designation.status, dates);
  if (deadline === null || ctx.now().toISOString() <= deadline) return;
  const what = designation.status === 'RETURNED' ? 'Corrections' : 'Designations';
  const when = formatInZone(deadline, ctx.settings.timeZone);
  throw new Conflict(
    `${what} for the ${designation.academicYear.year} academic year were due on ${when}. Contact your administrator if your school needs more time.`,
    { dueAt: deadline },
  );
}

function submitterOf({ actor }: Ctx, { submittedBy }: DesignationAnswer): DesignationAnswer['submittedBy'] {
  return actor.kind === 'user'
    ? { id: actor.id, firstName: actor.firstName, lastName: actor.lastName }
    : submittedBy;
}
