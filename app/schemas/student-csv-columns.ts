import {
  ADDED_DESIGNATION_HEADERS,
  ADDED_STUDENT_HEADERS,
  METHOD_FIELDS,
} from '#app/schemas/designation-fields.ts';
import { csvHeaders } from '#app/schemas/field-tables.ts';
import { ADDRESS_FIELDS, type AddressPart } from '#app/schemas/address-fields.ts';
import { STUDENT_FIELDS, type StudentField, type StudentFieldName } from '#app/schemas/student-fields.ts';

/** Columns of the import in template order (specification, section 5), and the ZIP+4 of our exports. */
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

/** A column of whole names, which are split into first, middle, last, and preferred name. */
export const FULL_NAME = 'fullName';
export const NAME_PARTS = ['first', 'middle', 'last', 'preferred'] as const satisfies readonly CsvField[];

/** What a column of a file can contain. */
export const COLUMN_FIELDS = [...CSV_FIELDS, FULL_NAME] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

const FIELDS: Readonly<Record<CsvField, StudentField>> = { ...STUDENT_FIELDS, ...ADDRESS_FIELDS };

/** Headers that differ from the form's labels. */
const HEADERS: Readonly<Partial<Record<CsvField, string>>> = {
  dateOfBirth: 'Date of birth (mm/dd/yyyy)',
  address1: 'Address1',
  address2: 'Address2',
  zip4: 'Zip4',
  parentEmail: 'Parent Email',
  twin: 'Twin (yes/no or Y/N)',
};

/** Header row of the template file. */
export const STUDENT_CSV_HEADERS: readonly string[] = CSV_FIELDS.filter((field) => field !== 'zip4').map(
  csvHeaderOf,
);

/** Fields that every file needs a column for. */
export const NEEDED_CSV_FIELDS: readonly CsvField[] = CSV_FIELDS.filter(
  (field) => FIELDS[field].isNeeded === true && field !== 'state',
);

/** Returns the header of a field in our own files. */
export function csvHeaderOf(field: CsvField): string {
  return HEADERS[field] ?? FIELDS[field].label;
}

/** Returns the header without its bracketed hint, like 'Date of birth'. */
export function csvLabelOf(field: CsvField): string {
  return field === 'zip4' ? FIELDS.zip4.label : csvHeaderOf(field).replace(/ \(.*/, '');
}

export function columnLabelOf(field: ColumnField): string {
  return field === FULL_NAME ? 'Full name' : csvLabelOf(field);
}

/** Longer headers are cut before comparison: the text as written, and then its letters and digits. */
const COMPARED_MAX = 200;
const KEY_LENGTH_MAX = 60;

/** Innermost brackets only, to avoid backtracking. */
const BRACKETED = /[([]([^()[\]]*)[)\]]/g;

const HINT_WORDS: ReadonlySet<string> = new Set(
  'm mm d dd yy yyyy yes no y n or optional required'.split(' '),
);

/** Returns a header's letters and digits, without case, accents and hints like '(mm/dd/yyyy)' or '(optional)'. */
export function csvHeaderKey(header: string): string {
  return header
    .slice(0, COMPARED_MAX)
    .replace(BRACKETED, (bracketed, hint: string) => (isHint(hint) ? '' : bracketed))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, KEY_LENGTH_MAX);
}

/** Returns a unique key per header, empty for a header without letters and digits; the second 'Email' is 'email#2'. */
export function csvHeaderKeys(headers: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headers.map((header) => {
    const key = csvHeaderKey(header);
    if (key === '') return '';
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  });
}

function isHint(text: string): boolean {
  return text
    .toLowerCase()
    .split(/[\s/.,-]+/)
    .every((word) => HINT_WORDS.has(word));
}

/** Headers of the specification and of our export (decisions, section 7). */
const KNOWN_FIELDS: ReadonlyMap<string, CsvField> = new Map<string, CsvField>([
  ...CSV_FIELDS.map((field) => [csvHeaderKey(csvHeaderOf(field)), field] as const),
  ...(['first', 'middle', 'last', 'preferred', 'zip5'] as const).map((field) => [field, field] as const),
]);

/** Returns the field of a known header; null for others. */
export function knownCsvField(key: string): CsvField | null {
  return KNOWN_FIELDS.get(key) ?? null;
}

/** Headers that schools use, among them those of PowerSchool and Infinite Campus, without their prefixes. */
export const USUAL_NAMES: Readonly<Partial<Record<ColumnField, string>>> = {
  first: 'first name|given name|given names|forename|legal first name|fname',
  middle: 'middle name|middle initial|mi|legal middle name|mname',
  last: 'last name|surname|family name|legal last name|lname',
  preferred: 'preferred name|nickname|goes by|known as|preferred first name|alias',
  fullName:
    'full name|name|student|last first|last name first name|first last|legal name|first name last name',
  dateOfBirth:
    'dob|birthdate|birthday|born|date of birth mm dd yyyy|birth date mm dd yyyy|dob mm dd yyyy|date of birth',
  address1:
    'address|addr|addr 1|primary address|permanent address|street|street address|address line 1|line 1|mailing address|home address|address one|address 1',
  address2: 'address line 2|addr 2|line 2|apt|apartment|unit|address two|address 2',
  city: 'city|town|city town',
  state: 'state|st|province|state province',
  zip5: 'zip|zip code|postal code|postcode|zip postal|zip postal code',
  zip4: 'plus 4|zip plus 4|zip extension',
  phone:
    'phone|phone number|telephone|mobile|mobile phone|cell|cell phone|cell phone number|home phone|home phone number|household phone',
  email: 'email|email address|mail|personal email|school email|school email address|district email',
  parentEmail:
    'parent email|parents email|parent email address|guardian email|parent guardian email|guardian email address|contact email|mother email|father email',
  twin: 'is twin|twins|twin yes no',
};

const SUGGESTED_FIELDS: ReadonlyMap<string, ColumnField> = new Map(
  COLUMN_FIELDS.flatMap((field) =>
    (USUAL_NAMES[field] ?? '').split('|').map((name) => [csvHeaderKey(name), field] as const),
  ),
);

/** Prefixes of exported columns, like 'Students.First_Name' and 'mailingAddress.addressLine1'. */
const PERSON_PREFIX = /^(?:students?|individual|pupil|person|identity)(?=.)/;
const ADDRESS_PREFIX =
  /^(?:mailing|home|physical|primary|residential)?(?:address|mailing|home|physical)(?=.)/;

/** The number of a parent, as in 'Guardian1 Email'. */
const PARENT_NUMBER = /(parent|guardian|contact|mother|father)\d+/g;

/** Returns the most likely field, for the user to confirm; null if there is none. */
export function suggestedCsvField(key: string): ColumnField | null {
  const unprefixed = key.replace(PERSON_PREFIX, '');
  const names = [key, unprefixed, unprefixed.replace(ADDRESS_PREFIX, ''), key.replace(PARENT_NUMBER, '$1')];
  const found = names.map((name) => SUGGESTED_FIELDS.get(name) ?? KNOWN_FIELDS.get(name));
  return found.find((field) => field !== undefined) ?? null;
}

/** Added by our own files and ignored on import. */
export const ERRORS_HEADER = 'Errors';

const EXPORT_MARKS = ['designationid', 'studentid'];
const EXPORT_KEYS: readonly string[] = [
  ...EXPORT_MARKS,
  ...'year,schoolname,bannercode,salesforceid,status,submittedby'.split(','),
  ...'submittedbyemail,updated,downloaded,addressstatus'.split(','),
  ...[csvHeaders(METHOD_FIELDS), ADDED_DESIGNATION_HEADERS, ADDED_STUDENT_HEADERS]
    .flatMap((headers) => Object.values(headers))
    .map(csvHeaderKey),
];

/** Returns the keys of our own columns that have no student data; they are skipped without asking. */
export function ignoredCsvKeys(keys: readonly string[]): ReadonlySet<string> {
  const isExport = EXPORT_MARKS.every((mark) => keys.includes(mark));
  return new Set([csvHeaderKey(ERRORS_HEADER), ...(isExport ? EXPORT_KEYS : [])]);
}

/** Marks a column that isn't imported. */
export const SKIPPED_COLUMN = 'LEFT_OUT';
