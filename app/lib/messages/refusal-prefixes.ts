// Prefixes of the messages for rejected changes (specification, section 8).
export const SAVE_REFUSED = 'Unable to save changes: ';
export const DESIGNATION_REFUSED = 'Unable to save designation changes: ';
export const SUBMIT_REFUSED = 'Unable to submit designation: ';
export const INVITE_RESENDING_REFUSED = 'Unable to resend invite: ';
export const INVITE_REMOVAL_REFUSED = 'Unable to remove invite: ';
export const REQUEST_REFUSED = 'Unable to send request: ';
export const WITHDRAWAL_REFUSED = 'Unable to withdraw request: ';
export const ACCEPTANCE_REFUSED = 'Unable to accept request: ';
export const DECLINE_REFUSED = 'Unable to decline request: ';
export const YEAR_REFUSED = 'Unable to update year: ';

const OF_ROWS: Readonly<Record<string, string>> = {
  'resend-invite': INVITE_RESENDING_REFUSED,
  'remove-invite': INVITE_REMOVAL_REFUSED,
  'accept-request': ACCEPTANCE_REFUSED,
  'decline-request': DECLINE_REFUSED,
};

/** Returns the prefix for a button of a school's page. */
export function refusalPrefix(intent: unknown): string {
  return OF_ROWS[String(intent)] ?? SAVE_REFUSED;
}
