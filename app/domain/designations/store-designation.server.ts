import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { type NewEmail, queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { storeStudents, studentChanges } from '#app/domain/students/store-students.server.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { DESIGNATION_FIELDS, METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { pickFields } from '#app/schemas/field-tables.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

export interface DesignationChange {
  readonly before: DesignationResponse;
  readonly after: DesignationResponse;
  /** The event's kind, like 'designation.returned'. */
  readonly kind: EventKind;
  /** Event details besides the changed fields. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Returns the emails about the change, given the changed designation. */
  readonly emailsOf?: (after: DesignationResponse) => readonly NewEmail[];
}

/**
 * Stores a change to a locked designation: its row with a new version, its students if they changed, an event
 * with old and new values, and the emails. Returns the changed designation.
 */
export async function storeDesignation(
  tx: AuthorizedCtx,
  change: DesignationChange,
): Promise<DesignationResponse> {
  const { before, emailsOf } = change;
  const updatedAt = laterThan(before.updatedAt, tx.now());
  const after = { ...change.after, version: before.version + 1, updatedAt: updatedAt.toISOString() };
  const { status, reasons, note, submittedBy } = after;
  const designation = await tx.em.findOneOrFail(DesignationEntity, { id: before.id });
  tx.em.assign(designation, {
    ...pickFields(METHOD_FIELDS, after),
    ...{ status, reasons, note, updatedAt },
    submittedBy: submittedBy.id,
    ...acceptedTerms(tx, { before, after, now: updatedAt }),
  });
  const students = studentChanges(before.students, after.students);
  if (students !== null) {
    await storeStudents(tx, designation, { before: before.students, after: after.students });
  }
  recordEvent(tx, change.kind, ['DESIGNATION', after.id], {
    ...fieldChanges(before, after),
    ...(students === null ? {} : { students }),
    ...change.details,
  });
  await queueEmails(tx, emailsOf?.(after) ?? []);
  await tx.em.flush();
  return after;
}

/** Returns a time after `before` even within the same millisecond, so updatedAt changes with the version. */
function laterThan(before: string, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}

/** Returns when terms were accepted, changed only if the acceptance changed. */
function acceptedTerms(
  { settings }: AuthorizedCtx,
  { before, after, now }: Pick<DesignationChange, 'before' | 'after'> & { readonly now: Date },
) {
  const isAccepted = after.acceptedTermsAndConditions;
  if (isAccepted === before.acceptedTermsAndConditions) return {};
  return {
    acceptedTermsAt: isAccepted ? now : null,
    acceptedTermsVersion: isAccepted ? settings.terms.version : null,
  };
}

/** Returns whether storing `after` would change anything that users entered or decided. */
export function differs(before: DesignationResponse, after: DesignationResponse): boolean {
  return (
    Object.keys(fieldChanges(before, after)).length > 0 ||
    studentChanges(before.students, after.students) !== null
  );
}

function fieldChanges(before: DesignationResponse, after: DesignationResponse) {
  return changesBetween(fieldsOf(before), fieldsOf(after));
}

function fieldsOf(designation: DesignationResponse) {
  return { ...pickFields(DESIGNATION_FIELDS, designation), submittedBy: designation.submittedBy.id };
}
