/** Sentences about the office's notes. */
export const NOTE_MESSAGES = {
  hint: "Only the office can read this. Don't include students' birth dates or addresses.",
  clearsOtherForms: "Save the rest of this page first: adding a note clears what you haven't saved.",
  added: 'Note added.',
  deleted: 'Note deleted.',
  gone: 'This note has already been deleted.',
  called: 'Call logged.',
  snoozed: 'School snoozed.',
  snoozeEnded: 'School is no longer snoozed.',
  notSnoozed: 'This school is no longer snoozed.',
  snoozeInPast: 'Choose a day after today.',
  notYours: 'Only the person who wrote a note can delete it.',
} as const;
