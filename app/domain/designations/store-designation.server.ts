import { TERMS_VERSION } from '#app/config/constants.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { type NewMail, queueMail } from '#app/domain/mail/queue-mail.server.ts';
import { storeStudents, studentChanges } from '#app/domain/students/store-students.server.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import { DESIGNATION_FIELDS, METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

export interface DesignationChange {
  readonly before: DesignationAnswer;
  readonly after: DesignationAnswer;
  /** What the timeline calls it, like 'designation.returned'. */
  readonly kind: EventKind;
  /** What the event tells besides the changed fields. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The emails that tell of it, given the designation as it then is. */
  readonly mailsOf?: (after: DesignationAnswer) => readonly NewMail[];
}

/**
 * Writes a change of a locked designation: its row, with the version raised and updatedAt now; its students, where they
 * changed; the event with the old and new value of each field; and the emails about it. Returns the new designation.
 */
export async function storeDesignation(
  tx: AuthorizedCtx,
  change: DesignationChange,
): Promise<DesignationAnswer> {
  const { before, mailsOf } = change;
  const updatedAt = laterThan(before.updatedAt, tx.now());
  const after = { ...change.after, version: before.version + 1, updatedAt: updatedAt.toISOString() };
  const { status, reasons, note, submittedBy } = after;
  const designation = await tx.em.findOneOrFail(DesignationEntity, { id: before.id });
  tx.em.assign(designation, {
    ...pickFields(METHOD_FIELDS, after),
    ...{ status, reasons, note, updatedAt },
    submittedBy: submittedBy.id,
    ...acceptedTerms(before, after, updatedAt),
  });
  const students = studentChanges(before.students, after.students);
  if (students !== null) storeStudents(tx, designation, { before: before.students, after: after.students });
  recordEvent(tx, {
    kind: change.kind,
    subject: ['DESIGNATION', after.id],
    changes: {
      ...fieldChanges(before, after),
      ...(students === null ? {} : { students }),
      ...change.details,
    },
  });
  await queueMail(tx, mailsOf?.(after) ?? []);
  await tx.em.flush();
  return after;
}

/** The version is raised with the row, so a change within the millisecond of the last one counts as a moment later. */
function laterThan(before: string, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}

/** When terms were accepted is touched only where that has changed. */
function acceptedTerms(before: DesignationAnswer, after: DesignationAnswer, now: Date) {
  const isAccepted = after.acceptedTermsAndConditions;
  if (isAccepted === before.acceptedTermsAndConditions) return {};
  return {
    acceptedTermsAt: isAccepted ? now : null,
    acceptedTermsVersion: isAccepted ? TERMS_VERSION : null,
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
  return { ...pickFields(DESIGNATION_FIELDS, designation), submittedBy: designation.submittedBy.id };
}
