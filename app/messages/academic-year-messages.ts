/** Messages about academic years, extensions, and rollovers. */
export const YEAR_MESSAGES = {
  noneActive: 'No academic year is active',
  exists: (year: number) => `The ${year} academic year already exists.`,
  isActive: (year: number) =>
    `The ${year} academic year is active. Make another year active before deleting it.`,
  hasDesignations: (year: number) => `The ${year} academic year has designations, so it can't be deleted.`,
  datesInOrder: (later: string, earlier: string) => `The ${later} can't be before the ${earlier}.`,
  noRollover:
    "There's no rollover to undo. A rollover can only be undone until the new year has its first designation.",
  extensionTooShort: (due: string) => `An extension must end after the year's due date, ${due}.`,
  extensionInPast: 'An extension must end in the future.',
  notClosed: "Students' data can only be purged from closed years.",
  added: (year: number) => `Successfully added year ${year}`,
  deleted: (year: number) => `The ${year} academic year was deleted.`,
  extensionRevoked: 'The extension was revoked.',
  revokeQuestion: (school: string, year: number) =>
    `Revoke the extension for ${school}? The regular ${year} due dates will apply again.`,
  deleteQuestion: (year: number) =>
    `Delete the ${year} academic year? This also deletes its dates, extensions, and reminders.`,
  rolloverUndone: (active: number | null) =>
    active === null ? 'The rollover was undone.' : `The rollover was undone. ${active} is active again.`,
} as const;
