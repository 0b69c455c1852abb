// Prefixes of the messages for rejected changes (specification, section 8).
export const SAVE_REFUSED = 'Unable to save changes: ';
export const DESIGNATION_REFUSED = 'Unable to save designation changes: ';
export const SUBMIT_REFUSED = 'Unable to submit designation: ';
export const INVITE_RESENDING_REFUSED = 'Unable to resend invite: ';
export const INVITE_REMOVAL_REFUSED = 'Unable to remove invite: ';
export const YEAR_REFUSED = 'Unable to update year: ';
