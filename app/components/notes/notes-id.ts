/** The anchor of the notes on a page. */
export const NOTES_ID = 'internal-notes';
