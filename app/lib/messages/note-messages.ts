/** Sentences about the office's notes. */
export const NOTE_MESSAGES = {
  hint: "Only the office can read this. Don't include students' birth dates or addresses.",
  added: 'Note added.',
  deleted: 'Note deleted.',
  gone: 'This note has already been deleted.',
  notYours: 'Only the person who wrote a note can delete it.',
} as const;
