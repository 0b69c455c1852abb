/** The message after a save (specification, section 8). */
export const CHANGES_SAVED = 'Changes saved!';

// Prefixes of the messages for rejected changes (specification, section 8).
export const SAVE_REFUSED = 'Unable to save changes: ';
export const DESIGNATION_REFUSED = 'Unable to save designation changes: ';
export const SUBMIT_REFUSED = 'Unable to submit designation: ';
export const INVITE_RESENDING_REFUSED = 'Unable to resend invite: ';
export const INVITE_REMOVAL_REFUSED = 'Unable to remove invite: ';
export const MESSAGE_REFUSED = 'Unable to send message: ';
export const YEAR_REFUSED = 'Unable to update year: ';
export const REQUEST_REFUSED = 'Unable to send request: ';
export const SEARCH_REFUSED = 'Unable to search: ';
export const WITHDRAWAL_REFUSED = 'Unable to withdraw request: ';
export const NOTE_REFUSED = 'Unable to add note: ';
export const SNOOZE_REFUSED = 'Unable to snooze school: ';
const NOTE_DELETION_REFUSED = 'Unable to delete note: ';

/** By the value of the button that answers an invite or an access request. */
const ROW_REFUSALS: Readonly<Record<string, string>> = {
  'resend-invite': INVITE_RESENDING_REFUSED,
  'remove-invite': INVITE_REMOVAL_REFUSED,
  'accept-request': 'Unable to accept request: ',
  'decline-request': 'Unable to decline request: ',
  'add-note': NOTE_REFUSED,
  'delete-note': NOTE_DELETION_REFUSED,
  snooze: SNOOZE_REFUSED,
  'end-snooze': 'Unable to end snooze: ',
};

/** Returns the prefix for a button of a table's row. */
export function refusalPrefix(intent: unknown): string {
  return ROW_REFUSALS[String(intent)] ?? SAVE_REFUSED;
}

/** The buttons of the notes panel. */
export const NOTE_INTENTS = ['add-note', 'delete-note'] as const;

/** The buttons that snooze a school and end it. */
export const SNOOZE_INTENTS = ['snooze', 'end-snooze'] as const;

/** Returns whether a form of the notes panel was sent. */
export function isNoteIntent(intent: unknown): boolean {
  return NOTE_INTENTS.some((one) => one === intent);
}
