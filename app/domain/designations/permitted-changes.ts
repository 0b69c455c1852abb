import { Conflict, Forbidden } from '#app/lib/domain-errors.ts';
import type { MailText } from '#app/lib/markup/fill-notice.ts';
import { lockedSentence } from '#app/lib/messages/locked-designation.ts';
import { type Actor, isAdmin, isStaffOf } from '#app/policy/actor.ts';
import type { DesignationAnswer, DesignationPatch } from '#app/schemas/designation.ts';
import { DESIGNATION_STATUS_LABELS, type DesignationStatus } from '#app/schemas/enums.ts';

type PatchField = keyof DesignationPatch;
const ADMINISTRATORS_FIELDS = ['reasons', 'note', 'notify'] as const satisfies PatchField[];
const SCHOOLS_FIELDS = ['acceptedTermsAndConditions'] as const satisfies PatchField[];

/**
 * Whether a change counts as the school's. Administrators on its staff act for the school (decisions, section 10),
 * except for other statuses than Pending, reasons, a note, an email, or a locked designation.
 */
export function isChangeBySchool(
  actor: Actor,
  stored: DesignationAnswer,
  { patch, mailText = null }: { readonly patch: DesignationPatch; readonly mailText?: MailText | null },
): boolean {
  if (!isAdmin(actor)) return true;
  if (!isStaffOf(actor, stored.highSchoolId)) return false;
  const { status = stored.status } = patch;
  const isDecision = status !== stored.status && status !== 'PENDING';
  const isLocked = lockedSentence(stored.status) !== null;
  return (
    !isDecision &&
    !isLocked &&
    mailText === null &&
    setFields(patch, stored, ADMINISTRATORS_FIELDS).length === 0
  );
}

/**
 * Throws Forbidden, naming them, for fields that are not the actor's to set (decisions, section 5). What comes back as
 * the answer had it is no attempt to set it; `notify` stands in no answer.
 */
export function assertFieldsPermitted(
  actor: Actor,
  patch: DesignationPatch,
  stored: DesignationAnswer,
): void {
  if (!isAdmin(actor)) assertNone('administrators', setFields(patch, stored, ADMINISTRATORS_FIELDS));
  if (!isStaffOf(actor, stored.highSchoolId)) {
    assertNone("the school's staff", setFields(patch, stored, SCHOOLS_FIELDS));
  }
}

function assertNone(whose: string, fields: readonly PatchField[]): void {
  if (fields.length > 0) throw new Forbidden(`Only ${whose} may set ${fields.join(', ')}.`);
}

/** The fields among these that the patch gives another value than the answer had. */
function setFields(
  patch: DesignationPatch,
  stored: DesignationAnswer,
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
 * Throws where staff may not make this change: Conflict for a locked designation, in the specification's words;
 * Forbidden for a status that is not theirs to set. The present status is no change.
 */
export function assertOpenToStaffChange(from: DesignationStatus, to: DesignationStatus): void {
  const locked = lockedSentence(from);
  if (locked !== null) throw new Conflict(locked);
  if (to === from || to === 'PENDING') return;
  const change = `from ${DESIGNATION_STATUS_LABELS[from]} to ${DESIGNATION_STATUS_LABELS[to]}`;
  throw new Forbidden(
    `Only administrators may change the status ${change}. Schools can only submit a designation, which sets it to Pending.`,
  );
}
