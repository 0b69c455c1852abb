import { ADDRESS_FIELD_LIST, type AddressPart } from './address-fields.ts';
import { fieldList } from './field-tables.ts';

/** Each field has a column in the CSV files of designations. */
export interface StudentField {
  readonly label: string;
  /** Text by default. */
  readonly kind?: 'date' | 'yesNo';
  readonly isNeeded?: boolean;
  /** Column header in CSV files; by default the lowercase label. */
  readonly csvHeader?: string;
}

/** What is entered about a student, apart from the address. All fields except `twin` are text. */
export const STUDENT_FIELDS = {
  first: { label: 'First name', isNeeded: true, csvHeader: 'first' },
  middle: { label: 'Middle name', csvHeader: 'middle' },
  last: { label: 'Last name', isNeeded: true, csvHeader: 'last' },
  preferred: { label: 'Preferred name', csvHeader: 'preferred' },
  dateOfBirth: { label: 'Date of birth', kind: 'date', isNeeded: true },
  twin: { label: 'Twin', kind: 'yesNo' },
  phone: { label: 'Phone', isNeeded: true },
  email: { label: 'Email', isNeeded: true },
  parentEmail: { label: 'Parent email' },
} as const satisfies Readonly<Record<string, StudentField>>;
export type StudentFieldName = keyof typeof STUDENT_FIELDS;

const { twin: _twin, ...texts } = STUDENT_FIELDS;
export const STUDENT_TEXTS = texts;
export type StudentText = keyof typeof STUDENT_TEXTS;

export const STUDENT_FIELD_LIST: readonly (readonly [StudentFieldName, StudentField])[] =
  fieldList(STUDENT_FIELDS);

export const STUDENT_TEXT_LIST: readonly (readonly [StudentText, StudentField])[] = fieldList(STUDENT_TEXTS);

/** Returns the texts that a submission requires of a student, including the address. */
export function neededTexts(
  student: Readonly<Record<StudentText, string>> & {
    readonly address: Readonly<Partial<Record<AddressPart, string>>>;
  },
): string[] {
  const own = STUDENT_TEXT_LIST.flatMap(([name, { isNeeded }]) => (isNeeded === true ? [student[name]] : []));
  const ofAddress = ADDRESS_FIELD_LIST.flatMap(([name, { isNeeded }]) =>
    isNeeded === true ? [student.address[name] ?? ''] : [],
  );
  return [...own, ...ofAddress];
}
