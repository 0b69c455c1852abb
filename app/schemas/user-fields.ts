import { fieldList, type TextField } from './field-tables.ts';

/** Each field has a column in CSV files. */
export interface UserField {
  readonly label: string;
  readonly filter: 'text' | 'phone' | 'anyOf';
  /** Name in the list's filter and order, if it isn't the label. */
  readonly listLabel?: string;
  /** Column header in CSV files; by default the lowercase label. */
  readonly csvHeader?: string;
}

export interface UserTextField extends UserField, TextField {
  /** For the HTML `autocomplete` attribute. */
  readonly autoComplete?: string;
  /** Option of `laurel users edit`, in commander's spelling. */
  readonly option: string;
}

/** Texts of a user; adding one here adds it everywhere except to new accounts. */
export const USER_TEXTS = {
  firstName: {
    label: 'First name',
    csvHeader: 'first',
    max: 100,
    filter: 'text',
    autoComplete: 'given-name',
    option: 'first',
  },
  lastName: {
    label: 'Last name',
    csvHeader: 'last',
    max: 100,
    filter: 'text',
    autoComplete: 'family-name',
    option: 'last',
  },
} as const satisfies Readonly<Record<string, UserTextField>>;
export type UserText = keyof typeof USER_TEXTS;

/** All fields, in the order of the CSV files. */
export const USER_FIELDS = {
  ...USER_TEXTS,
  email: { label: 'Email', filter: 'text' },
  phone: { label: 'Phone', listLabel: 'Phone number', filter: 'phone' },
  flags: { label: 'Flags', filter: 'anyOf' },
} as const satisfies Readonly<Record<string, UserField>>;
export type UserFieldName = keyof typeof USER_FIELDS;

export const USER_FIELD_LIST: readonly (readonly [UserFieldName, UserField])[] = fieldList(USER_FIELDS);

export const USER_TEXT_LIST: readonly (readonly [UserText, UserTextField])[] = fieldList(USER_TEXTS);

export const USER_SORTS = ['name', 'email', 'phone'] as const;
export type UserSort = (typeof USER_SORTS)[number];
