import { fieldList, type TextField } from './field-tables.ts';

/** A field of a user. Each has a column in CSV files. */
export interface UserField {
  readonly label: string;
  /** How lists are filtered by it. */
  readonly filter?: 'text' | 'phone' | 'anyOf';
  /** What filter and order of the list call it, where that is not the label. */
  readonly listLabel?: string;
  /** The header of its column in CSV files, where that is not the label in lower case. */
  readonly csvHeader?: string;
}

export interface UserTextField extends UserField, TextField {
  /** What browsers fill it with. */
  readonly autoComplete?: string;
}

/** The texts of a user; adding one here adds it everywhere but to new accounts. */
export const USER_TEXTS = {
  firstName: {
    label: 'First name',
    csvHeader: 'first',
    max: 100,
    filter: 'text',
    autoComplete: 'given-name',
  },
  lastName: { label: 'Last name', csvHeader: 'last', max: 100, filter: 'text', autoComplete: 'family-name' },
} as const satisfies Readonly<Record<string, UserTextField>>;
export type UserText = keyof typeof USER_TEXTS;

/** All fields of a user, in the order of the CSV files. */
export const USER_FIELDS = {
  ...USER_TEXTS,
  email: { label: 'Email', filter: 'text' },
  phone: { label: 'Phone', listLabel: 'Phone number', filter: 'phone' },
  flags: { label: 'Flags', filter: 'anyOf' },
} as const satisfies Readonly<Record<string, UserField>>;
export type UserFieldName = keyof typeof USER_FIELDS;

/** The fields with their names, as a list to walk. */
export const USER_FIELD_LIST: readonly (readonly [UserFieldName, UserField])[] = fieldList(USER_FIELDS);

/** The same of the texts. */
export const USER_TEXT_LIST: readonly (readonly [UserText, UserTextField])[] = fieldList(USER_TEXTS);
