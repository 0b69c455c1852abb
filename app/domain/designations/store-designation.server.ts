import { TERMS_VERSION } from '#app/config/constants.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { changesBetween, eventWrite } from '#app/domain/events/record-event.server.ts';
import { mailWrites, type NewMail } from '#app/domain/mail/queue-mail.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { studentChanges } from '#app/domain/students/student-changes.ts';
import { studentsWrites } from '#app/domain/students/students-write.ts';
import { writeTogether } from '#app/domain/write-together.server.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';

export interface DesignationChange {
  readonly before: DesignationAnswer;
  readonly after: DesignationAnswer;
  /** What the timeline calls it, like 'designation.returned'. */
  readonly kind: EventKind;
  /** What the event tells besides the changed fields. */
  readonly told?: Readonly<Record<string, unknown>>;
  /** The mails that tell of it, given the designation as it then is. */
  readonly mailsOf?: (after: DesignationAnswer) => readonly NewMail[];
}

/**
 * Writes a change of a locked designation: its row, with the version raised and updatedAt now; its students, where they
 * changed; the event with what became of each field; and the mails that tell of it, all in one statement. Answers the
 * designation as it now is.
 */
export async function storeDesignation(
  ctx: AuthorizedCtx,
  change: DesignationChange,
): Promise<DesignationAnswer> {
  const { before, mailsOf } = change;
  const now = ctx.now();
  const after = { ...change.after, version: before.version + 1, updatedAt: now.toISOString() };
  const students = studentChanges(before.students, after.students);
  await writeTogether(ctx, [
    designationWrite(before, after),
    ...(students === null
      ? []
      : studentsWrites(after.id, { before: before.students, after: after.students })),
    eventWrite(ctx, {
      kind: change.kind,
      subject: ['DESIGNATION', after.id],
      changes: { ...fieldChanges(before, after), ...(students === null ? {} : { students }), ...change.told },
    }),
    ...mailWrites(ctx, mailsOf?.(after) ?? []),
  ]);
  return after;
}

/** The row's own columns; when terms were accepted is touched only where that has changed. */
function designationWrite(before: DesignationAnswer, after: DesignationAnswer): SqlFragment {
  const isAccepted = after.acceptedTermsAndConditions;
  const row = {
    class_size: after.classSize,
    criteria: after.criteria,
    criteria_comment: after.criteriaComment,
    status: after.status,
    submitted_by_id: after.submittedBy.id,
    reasons: after.reasons,
    note: after.note,
    version: after.version,
    updated_at: after.updatedAt,
    ...(isAccepted === before.acceptedTermsAndConditions
      ? {}
      : {
          accepted_terms_at: isAccepted ? after.updatedAt : null,
          accepted_terms_version: isAccepted ? TERMS_VERSION : null,
        }),
  };
  const changes = Object.keys(row).map((column) => `${column} = changed.${column}`);
  return {
    sql: `update designation d set ${changes.join(', ')}
            from json_populate_record(null::designation, ?::json) changed where d.id = ?`,
    params: [JSON.stringify(row), after.id],
  };
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
