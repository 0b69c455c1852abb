/** Messages about lists that the command line imports. They contain no values, because those may be students' data. */
export const IMPORT_MESSAGES = {
  noRows: 'The file has no rows below the header row.',
  sheetOfCsv: 'Only Excel workbooks have sheets. Remove this option.',
  noColumn: (header: string) => `The file has no column named ${header}.`,
  noField: (name: string, fields: readonly string[]) =>
    `${name} isn't a field. Use one of: ${fields.join(', ')}.`,
  columnTwice: (header: string): [message: string, advice: string] => [
    `Another column matches the same field as the column ${header}.`,
    `Remove one of them, or add --column "HEADER=none" for one that shouldn't be imported.`,
  ],
  unimportable: (problems: string) => `The file has ${problems}, so nothing was imported.`,
  ambiguousDates: (header: string) =>
    `The dates in the column ${header} can be read in several ways. Choose the right order: mdy, dmy, or ymd.`,
  noDate: "We can't read this date. Write it like 2019-03-04.",
  noInstant: "We can't read this date. Write it like 2019-03-04, or with a time as in ISO 8601.",
  futureDate: 'This date is in the future.',
  noId: "This isn't a valid ID. Correct it, or leave the cell empty.",
  oneOf: (values: readonly string[]) => `Use one of: ${values.join(', ')}.`,
  repeatedId: (row: number) =>
    `Row ${row} has the same ID. Remove one of the rows, or leave one of the IDs empty.`,
  yearMissing: 'Enter the year, or add --year.',
  yearDiffers: (year: number) => `This isn't ${year}. Remove this row, or don't use --year.`,
  noYear: (year: number) => `There's no academic year ${year}. Add it first: laurel years add ${year}`,
  activeYear: (year: number) =>
    `${year} is the active year, in which schools designate. Import it before you activate it, or deactivate it first.`,
  statusMissing: 'Enter the status, or add --status for rows without one.',
  submitterMissing: 'Enter the email address of whoever submitted it, or add --submitted-by.',
  noSubmitter: 'No account has this address. Import the users first: laurel users import',
  termsIncomplete: 'Terms need both the time of the agreement and the version.',
  differsFrom: (row: number) =>
    `Row ${row} has a different value for the same designation. Correct one of the rows.`,
  studentMissing: (row: number) => `Row ${row} already says that this designation has no students.`,
  schoolMissing: 'Enter the banner code or the name of the school.',
  noSchool: 'No school has this banner code or name. Import the schools first: laurel schools import',
  severalSchools: 'Several schools match. Enter the banner code of the right one.',
  otherBannerCode: 'The school with this name has another banner code. Correct one of the two.',
  sameSchool: (row: number) =>
    `Row ${row} is about the same school and year, but has a different school name. Use the same name in both rows.`,
  existsDifferently: (year: number, fields: readonly string[]) =>
    `This school already has a designation for ${year} that differs in: ${fields.join(', ')}. Remove its rows, or correct the designation.`,
  designationIdUsed: 'Another designation already has this ID. Correct it, or leave the cell empty.',
  studentIdUsed: "Another designation's student already has this ID. Correct it, or leave the cell empty.",
  emailMissing: 'Enter the email address.',
  nameMissing: 'Enter a first or last name.',
  repeatedEmail: (row: number) => `Row ${row} has the same address. Remove one of the rows.`,
  userExistsDifferently: (fields: readonly string[]) =>
    `This address already has an account that differs in: ${fields.join(', ')}. Remove this row, or change the account.`,
  userIdUsed: 'Another account already has this ID. Correct it, or leave the cell empty.',
  userInvited: 'This address has an open invite. Remove the invite first: laurel invites remove',
  unreadablePositions:
    'Write the schools and positions like "Aurora High School, COUNSELOR; Birch High, STAFF".',
  deletedWithPositions: 'Deleted accounts have no positions. Remove the positions or the flag.',
  unknownSchoolOfPosition: (number: number) =>
    `No school has the name in position ${number}. Import the schools first: laurel schools import`,
  severalSchoolsOfPosition: (number: number) =>
    `Several schools have the name in position ${number}. Rename all but one of them, or add the position with laurel staff add.`,
  samePositionTwice: 'The same school is listed twice.',
} as const;
