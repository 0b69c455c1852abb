import { TERMS_VERSION } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { storeStudents } from '#app/domain/students/store-students.server.ts';
import { studentChanges } from '#app/domain/students/student-changes.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

export interface DesignationChange {
  readonly before: DesignationAnswer;
  readonly after: DesignationAnswer;
  /** What the timeline calls it, like 'designation.returned'. */
  readonly kind: string;
  /** What the event tells besides the changed fields. */
  readonly told?: Readonly<Record<string, unknown>>;
}

/**
 * Writes a change of a locked designation: its row, with the version raised and updatedAt now; its students, where they
 * changed; and the event with what became of each field. Answers the designation as it now is.
 */
export async function storeDesignation(ctx: Ctx, change: DesignationChange): Promise<DesignationAnswer> {
  const { before } = change;
  const now = ctx.now();
  const after = { ...change.after, version: before.version + 1, updatedAt: now.toISOString() };
  await ctx.em.nativeUpdate(
    DesignationEntity,
    { id: before.id },
    {
      classSize: after.classSize,
      criteria: after.criteria,
      criteriaComment: after.criteriaComment,
      status: after.status,
      submittedBy: after.submittedBy.id,
      reasons: after.reasons,
      note: after.note,
      version: after.version,
      updatedAt: now,
      ...(after.acceptedTermsAndConditions === before.acceptedTermsAndConditions
        ? {}
        : acceptedTerms(after.acceptedTermsAndConditions, now)),
    },
  );
  const students = studentChanges(before.students, after.students);
  if (students !== null) await storeStudents(ctx, after.id, after.students);
  await recordEvent(ctx, {
    kind: change.kind,
    subject: ['DESIGNATION', after.id],
    changes: { ...fieldChanges(before, after), ...(students === null ? {} : { students }), ...change.told },
  });
  return after;
}

/** Whether storing `after` would change anything that people entered or decided. */
export function differs(before: DesignationAnswer, after: DesignationAnswer): boolean {
  return (
    Object.keys(fieldChanges(before, after)).length > 0 ||
    studentChanges(before.students, after.students) !== null
  );
}

function fieldChanges(before: DesignationAnswer, after: DesignationAnswer) {
  return changesBetween(fieldsOf(before), fieldsOf(after));
}

function fieldsOf(designation: DesignationAnswer) {
  return {
    status: designation.status,
    classSize: designation.classSize,
    criteria: designation.criteria,
    criteriaComment: designation.criteriaComment,
    acceptedTermsAndConditions: designation.acceptedTermsAndConditions,
    submittedBy: designation.submittedBy.id,
    reasons: designation.reasons,
    note: designation.note,
  };
}

function acceptedTerms(isAccepted: boolean, now: Date) {
  return isAccepted
    ? { acceptedTermsAt: now, acceptedTermsVersion: TERMS_VERSION }
    : { acceptedTermsAt: null, acceptedTermsVersion: null };
}
