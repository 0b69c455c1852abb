import { Conflict, Forbidden } from '#app/lib/domain-errors.ts';
import type { EmailText } from '#app/lib/markup/fill-notice.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import { type Actor, isAdmin, isStaffOf } from '#app/policy/actor.ts';
import type { DesignationResponse, DesignationPatch } from '#app/schemas/designation.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { DESIGNATION_STATUS_LABELS, type DesignationStatus } from '#app/schemas/enums.ts';

type PatchField = keyof DesignationPatch;
const ADMINISTRATORS_FIELDS = ['reasons', 'note', 'notify'] as const satisfies PatchField[];
const SCHOOLS_FIELDS = ['acceptedTermsAndConditions'] as const satisfies PatchField[];

/**
 * Returns whether a change counts as the school's. Administrators on its staff act for it (decisions,
 * section 10), except for other statuses than Pending, reasons, notes, emails, and locked designations.
 */
export function isChangeBySchool(
  actor: Actor,
  stored: DesignationResponse,
  { patch, emailText = null }: { readonly patch: DesignationPatch; readonly emailText?: EmailText | null },
): boolean {
  if (!isAdmin(actor)) return true;
  if (!isStaffOf(actor, stored.highSchoolId)) return false;
  const { status = stored.status } = patch;
  const isDecision = status !== stored.status && status !== 'PENDING';
  const isLocked = lockedSentence(stored.status) !== null;
  return (
    !isDecision &&
    !isLocked &&
    emailText === null &&
    setFields(patch, stored, ADMINISTRATORS_FIELDS).length === 0
  );
}

/**
 * Sending a field's current value is allowed. `notify` is in no response, so it always counts.
 * @throws {Forbidden} with the fields that the actor may not set (decisions, section 5)
 */
export function assertFieldsPermitted(
  actor: Actor,
  patch: DesignationPatch,
  stored: DesignationResponse,
): void {
  if (!isAdmin(actor)) assertNone('administrators', setFields(patch, stored, ADMINISTRATORS_FIELDS));
  if (!isStaffOf(actor, stored.highSchoolId)) {
    assertNone("the school's staff", setFields(patch, stored, SCHOOLS_FIELDS));
  }
}

function assertNone(whose: string, fields: readonly PatchField[]): void {
  if (fields.length > 0) throw new Forbidden(DESIGNATION_MESSAGES.fieldsNotAllowed(whose, fields.join(', ')));
}

/** Returns the fields whose value in the patch differs from the response. */
function setFields(
  patch: DesignationPatch,
  stored: DesignationResponse,
  fields: readonly PatchField[],
): PatchField[] {
  const answered: DesignationPatch = {
    acceptedTermsAndConditions: stored.acceptedTermsAndConditions,
    reasons: stored.reasons,
    note: stored.note,
  };
  return fields.filter(
    (field) => patch[field] !== undefined && JSON.stringify(patch[field]) !== JSON.stringify(answered[field]),
  );
}

/**
 * Checks that staff may change the status. They may always keep it.
 * @throws {Conflict} for a locked designation, with the specification's message
 * @throws {Forbidden} for a status that staff may not set
 */
export function assertOpenToStaffChange(from: DesignationStatus, to: DesignationStatus): void {
  const locked = lockedSentence(from);
  if (locked !== null) throw new Conflict(locked);
  if (to === from || to === 'PENDING') return;
  const change = `from ${DESIGNATION_STATUS_LABELS[from]} to ${DESIGNATION_STATUS_LABELS[to]}`;
  throw new Forbidden(DESIGNATION_MESSAGES.statusNotAllowed(change));
}
