import { ADDRESS_FIELD_LIST, type AddressPart } from './address-fields.ts';
import { fieldList } from './field-tables.ts';

/** What a field of a student is called. Each has a column in the CSV files of designations. */
export interface StudentField {
  readonly label: string;
  /** How it is stored; as text by default. */
  readonly kind?: 'date' | 'yesNo';
  /** Whether a submission needs it. */
  readonly isNeeded?: boolean;
  /** The header of its column in CSV files, where that is not the label in lower case. */
  readonly csvHeader?: string;
}

/** What is entered about a student besides the address. All of it is text but `twin`. */
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

/** The fields with their names, as a list to walk. */
export const STUDENT_FIELD_LIST: readonly (readonly [StudentFieldName, StudentField])[] =
  fieldList(STUDENT_FIELDS);

/** The same of the texts. */
export const STUDENT_TEXT_LIST: readonly (readonly [StudentText, StudentField])[] = fieldList(STUDENT_TEXTS);

/** The texts of a student that a submission needs, those of the address among them. */
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
