import { Conflict, Forbidden } from '#app/lib/domain-errors.ts';
import { lockedSentence } from '#app/lib/locked-designation.ts';
import type { DesignationAnswer, DesignationPatch } from '#app/schemas/designation.ts';
import { DESIGNATION_STATUS_LABELS, type DesignationStatus } from '#app/schemas/enums.ts';

type PatchField = keyof DesignationPatch;
const ADMINISTRATORS_FIELDS = ['reasons', 'note', 'notify'] as const satisfies PatchField[];
const SCHOOLS_FIELDS = ['acceptedTermsAndConditions'] as const satisfies PatchField[];

/**
 * Throws Forbidden, naming them, for fields that are not this side's to set (decisions, section 5). What comes back as
 * the answer had it is no attempt to set it; `notify` stands in no answer.
 */
export function assertFieldsPermitted(
  patch: DesignationPatch,
  stored: DesignationAnswer,
  isAdministrator: boolean,
): void {
  const answered: DesignationPatch = {
    acceptedTermsAndConditions: stored.acceptedTermsAndConditions,
    reasons: stored.reasons,
    note: stored.note,
  };
  const others: readonly PatchField[] = isAdministrator ? SCHOOLS_FIELDS : ADMINISTRATORS_FIELDS;
  const named = others.filter(
    (field) => patch[field] !== undefined && JSON.stringify(patch[field]) !== JSON.stringify(answered[field]),
  );
  if (named.length === 0) return;
  const whose = isAdministrator ? "the school's staff" : 'administrators';
  throw new Forbidden(`Only ${whose} may set ${named.join(', ')}.`);
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
    `Only administrators may change the status ${change}. Schools may submit a designation: that sets it to Pending.`,
  );
}
