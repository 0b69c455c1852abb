import { counted, formatNumber } from '#app/lib/text/counted.ts';

/** Messages about designations and their students. */
export const DESIGNATION_MESSAGES = {
  schoolInactive: "This school is inactive, so it can't designate students. Contact your administrator.",
  yearInactive: (year: number) =>
    `The ${year} academic year isn't active, so you can't start a designation for it.`,
  notOpenYet: (year: number, opens: string) => `Designations for the ${year} academic year open on ${opens}.`,
  usersOnly: 'Only a signed-in user can start a designation.',
  unknownCursor: "There's no designation with this ID. Start again from the first page.",
  exists: 'This school already has a designation for this year.',
  draftNotSaved: "This designation is pending review, so drafts can't be saved. Submit your changes instead.",
  fieldsNotAllowed: (whose: string, fields: string) => `Only ${whose} may set ${fields}.`,
  statusNotAllowed: (change: string) =>
    `Only administrators may change the status ${change}. Schools can only submit a designation, which sets it to Pending.`,
  pastDue: (what: 'Corrections' | 'Designations', year: number, due: string) =>
    `${what} for the ${year} academic year were due on ${due}. Contact your administrator if your school needs more time.`,
  emailWithoutDecision:
    'An email is sent only when the status changes. Choose another status, or reset the email.',
  otherEditor: 'Someone else has signed in on this browser since you opened this page. Reload the page.',
  notSubmitted: "This designation hasn't been submitted. Its receipt is available after submission.",
  noCopy: "This designation hasn't been submitted. A copy is available after submission.",
  noReturnedCopy:
    "This designation was returned for correction, and the submitted version wasn't saved. A copy is available after it's submitted again.",
  downloadsBusy: 'Too many downloads are already running. Try again in a few seconds.',
  newDownloadRunning: (who: string, since: string) =>
    `${who} is already exporting designations that were never downloaded${since}. Try again when that export is done.`,
  noSuchSchool: "This high school doesn't exist.",
  pageStartGone: 'The designation this page starts at no longer exists. Go to the first page.',
  notOnList: "This student isn't on this list. To add a student, omit the ID.",
  onListTwice: 'This student is on the list twice.',
  updatedBounds: "“Updated from” can't be later than “Updated to”.",
  downloadedBounds: "“Downloaded from” can't be later than “Downloaded to”.",
  numberOfStudents: (classSize: number, expected: number, listed: number) =>
    `A class of ${formatNumber(classSize)} needs exactly ${counted(expected, 'student')}; this list has ${listed}.`,
  unknownStudent: 'No student has this ID, and no disclosures are recorded for it.',
  warningsNotAllowed: 'Only administrators may filter designations by warnings.',
  updated: 'Designation details have been updated!',
} as const;
