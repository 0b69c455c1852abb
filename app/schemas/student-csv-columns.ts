import { ADDRESS_FIELDS, type AddressPart } from '#app/schemas/address-fields.ts';
import { STUDENT_FIELDS, type StudentField, type StudentFieldName } from '#app/schemas/student-fields.ts';

/** The columns of the import (specification, section 5), in the order of the template file, and the ZIP+4 that our exports have too. */
export const CSV_FIELDS = [
  'first',
  'middle',
  'last',
  'preferred',
  'dateOfBirth',
  'address1',
  'address2',
  'city',
  'state',
  'zip5',
  'zip4',
  'phone',
  'email',
  'parentEmail',
  'twin',
] as const satisfies readonly (StudentFieldName | AddressPart)[];
export type CsvField = (typeof CSV_FIELDS)[number];

const FIELDS: Readonly<Record<CsvField, StudentField>> = { ...STUDENT_FIELDS, ...ADDRESS_FIELDS };

/** Where a header is not what the form calls the field. */
const HEADERS: Readonly<Partial<Record<CsvField, string>>> = {
  dateOfBirth: 'Date of birth (mm/dd/yyyy)',
  address1: 'Address1',
  address2: 'Address2',
  zip4: 'Zip4',
  parentEmail: 'Parent Email',
  twin: 'Twin (yes/no or Y/N)',
};

/** The header line of the template file. */
export const STUDENT_CSV_HEADERS: readonly string[] = CSV_FIELDS.filter((field) => field !== 'zip4').map(
  csvHeaderOf,
);

/** What every student needs a column for. */
export const NEEDED_CSV_FIELDS: readonly CsvField[] = CSV_FIELDS.filter(
  (field) => FIELDS[field].isNeeded === true && field !== 'state',
);

/** The header that a column of this meaning has in a file of ours. */
export function csvHeaderOf(field: CsvField): string {
  return HEADERS[field] ?? FIELDS[field].label;
}

/** 'Date of birth': the header without its bracketed hint, as sentences name a column. */
export function csvLabelOf(field: CsvField): string {
  return field === 'zip4' ? FIELDS.zip4.label : csvHeaderOf(field).replace(/ \(.*/, '');
}

/** Longer headers are compared by their beginning: so much of what is written, and so much of its letters and digits. */
const COMPARED_MAX = 200;
const KEY_LENGTH_MAX = 60;

/** The innermost brackets: what they hold has none, so that a line of opening ones is looked through only once. */
const BRACKETED = /[([]([^()[\]]*)[)\]]/g;

const HINT_WORDS: ReadonlySet<string> = new Set(
  'm mm d dd yy yyyy yes no y n or optional required'.split(' '),
);

/** A header's letters and digits, without case, accents, and such bracketed hints as '(mm/dd/yyyy)', '(Y/N)' or '(optional)'. */
export function csvHeaderKey(header: string): string {
  return header
    .slice(0, COMPARED_MAX)
    .replace(BRACKETED, (bracketed, hint: string) => (isHint(hint) ? '' : bracketed))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, KEY_LENGTH_MAX);
}

function isHint(text: string): boolean {
  return text
    .toLowerCase()
    .split(/[\s/.,-]+/)
    .every((word) => HINT_WORDS.has(word));
}

/** The specification's headers, and those of our own export (decisions, section 7). */
const KNOWN_FIELDS: ReadonlyMap<string, CsvField> = new Map<string, CsvField>([
  ...CSV_FIELDS.map((field) => [csvHeaderKey(csvHeaderOf(field)), field] as const),
  ...(['first', 'middle', 'last', 'preferred', 'zip5'] as const).map((field) => [field, field] as const),
]);

/** The meaning of a header that needs no asking. */
export function knownCsvField(key: string): CsvField | null {
  return KNOWN_FIELDS.get(key) ?? null;
}

const USUAL_NAMES: Readonly<Partial<Record<CsvField, string>>> = {
  first: 'given name|given names|forename|student first name|legal first name|fname',
  middle: 'middle initial|mi|student middle name|mname',
  last: 'surname|family name|student last name|legal last name|lname',
  preferred: 'nickname|goes by|known as|preferred first name',
  dateOfBirth:
    'dob|birth date|birthday|student dob|born|date of birth mm dd yyyy|birth date mm dd yyyy|dob mm dd yyyy',
  address1:
    'address|street|street address|address line 1|mailing address|home address|address one|mailing address 1',
  address2: 'address line 2|apt|apartment|unit|address two|mailing address 2',
  city: 'town|mailing city|home city|city town',
  state: 'st|mailing state|home state|province|state province',
  zip5: 'zip|postal code|postcode|zip postal code|mailing zip|home zip',
  zip4: 'plus 4|zip plus 4|zip extension',
  phone: 'phone number|telephone|mobile|mobile phone|cell|cell phone|home phone|student phone',
  email: 'email address|mail|student email|student email address|personal email',
  parentEmail:
    'parent e mail|parents email|parent email address|guardian email|parent guardian email|guardian email address|mother email|father email',
  twin: 'is twin|twins|twin yes no',
};

const SUGGESTED_FIELDS: ReadonlyMap<string, CsvField> = new Map(
  CSV_FIELDS.flatMap((field) =>
    (USUAL_NAMES[field] ?? '')
      .split('|')
      .filter(Boolean)
      .map((name) => [csvHeaderKey(name), field] as const),
  ),
);

/** What a header most likely means; to be confirmed by a person. */
export function suggestedCsvField(key: string): CsvField | null {
  return SUGGESTED_FIELDS.get(key) ?? null;
}

/** The column that our own files add; it is written anew and never read. */
export const ERRORS_HEADER = 'Errors';

const EXPORT_MARKS = ['designationid', 'studentid'];
const EXPORT_KEYS: readonly string[] = [
  ...EXPORT_MARKS,
  ...'year,schoolname,bannercode,salesforceid,classsize,criteria,criteriacomment,status,submittedby'.split(
    ',',
  ),
  ...'submittedbyemail,updated,downloaded,addressstatus'.split(','),
];

/** Headers of our own files that say nothing about a student: left out without asking. */
export function ignoredCsvKeys(keys: readonly string[]): ReadonlySet<string> {
  const isExport = EXPORT_MARKS.every((mark) => keys.includes(mark));
  return new Set([csvHeaderKey(ERRORS_HEADER), ...(isExport ? EXPORT_KEYS : [])]);
}

/** Stands for a column that isn't imported. */
export const LEFT_OUT = 'LEFT_OUT';
