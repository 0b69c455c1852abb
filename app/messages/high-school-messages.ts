import { counted, plural } from '#app/lib/text/counted.ts';

const ADDRESS_EXAMPLE = 'Write it like 1 Main Street, Juneau, AK 99801.';

/** Messages about high schools and their staff. */
export const SCHOOL_MESSAGES = {
  noneChosen: 'Choose a high school.',
  noneFound: (typed: string) => `No high school has “${typed}” in its name.`,
  noneActiveNamed: (typed: string) =>
    `No active high school is named “${typed}”. Enter its full name, or its name and town.`,
  severalFound: (choices: string) => `Several high schools match. Enter one of these: ${choices}.`,
  filtersNotAllowed: (fields: string) => `Only administrators may filter schools by ${fields}.`,
  noneSelected: 'No school is selected. Select schools in the list, then choose an action.',
  statusesChanged: (changed: number, already: number, status: 'ACTIVE' | 'INACTIVE') => {
    const what = status === 'ACTIVE' ? 'active' : 'inactive';
    const now =
      changed === 0
        ? 'Nothing was changed.'
        : `${counted(changed, 'school')} ${plural(changed, 'is', 'are')} now ${what}.`;
    return already === 0
      ? now
      : `${now} ${counted(already, 'school')} already ${plural(already, 'was', 'were')}.`;
  },
  changedMeanwhile: 'Some of these schools were changed in the meantime',
  fieldsNotAllowed: (fields: string) =>
    `Only administrators may change ${fields}. You may change phone, fax, and address.`,
  noSchoolColumn: "We don't recognize a column with the schools' names, banner codes, or IDs.",
  columnTwice: (field: string) => `Two columns contain the field ${field}.`,
  removeOneColumn: 'Remove one of them.',
  unreadableAddress: `We can't read this address. ${ADDRESS_EXAMPLE}`,
  otherStateOnLine: (state: string) => `The state must be ${state}. ${ADDRESS_EXAMPLE}`,
  otherState: (name: string, state: string) => `High schools are in ${name}, so the state must be ${state}.`,
  emptyFile: 'The file has no schools below the header row.',
  staffGone: 'This staff member or invite no longer exists.',
  alreadyOnStaff: (person: string, school: string) => `${person} is already on the staff of ${school}.`,
  otherHasCode: (name: string, code: string) =>
    `${name} has the banner code ${code}. Correct one of the codes.`,
  severalHaveCode: (code: string) =>
    `Several schools have the banner code ${code}. Correct the duplicates first.`,
  severalNamed: (name: string) =>
    `Several schools are called ${name}. Enter the banner code of the one you mean.`,
  differentCode: (code: string) =>
    `The school with this name has a different banner code: ${code}. Correct one of the codes.`,
  duplicateRow: (earlier: number) => `Duplicate of row ${earlier}.`,
  nameNeedsCode: (name: string) =>
    `Another school is called ${name} and has no banner code. Add a banner code to that school first.`,
  positionChanged: (position: string) => `This position was changed to ${position} in the meantime`,
  removeStaffQuestion: (person: string, school: string) =>
    `Are you sure you want to remove ${person} from the staff of ${school}?`,
  noStaffLeft: 'This school will have no one left to submit a designation.',
  staffRemoved: 'Successfully removed staff member from school',
  staffInvited: (school: string) => `Successfully invited user to ${school}`,
} as const;
