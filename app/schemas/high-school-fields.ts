import { fieldList, type TextField } from './field-tables.ts';

/** Each field has a column in CSV files. */
export interface HighSchoolField {
  readonly label: string;
  readonly filter?: 'text' | 'phone' | 'status';
  /** Whether `laurel schools list` shows it. */
  readonly isListed?: boolean;
}

export interface HighSchoolTextField extends HighSchoolField, TextField {
  /** For administrators only (ADR 20). */
  readonly isRemark?: boolean;
}

/** Texts of a high school without rules; adding one here adds it everywhere. */
export const HIGH_SCHOOL_TEXTS = {
  bannerCode: {
    label: 'Banner code',
    max: 60,
    filter: 'text',
    isListed: true,
  },
  salesforceId: {
    label: 'Salesforce ID',
    max: 60,
    isRemark: true,
  },
  notes: {
    label: 'Notes',
    max: 10_000,
    isMultiline: true,
    isRemark: true,
    filter: 'text',
  },
} as const satisfies Readonly<Record<string, HighSchoolTextField>>;
export type HighSchoolText = keyof typeof HIGH_SCHOOL_TEXTS;

export type HighSchoolRemark = {
  [Name in HighSchoolText]: (typeof HIGH_SCHOOL_TEXTS)[Name] extends { isRemark: true } ? Name : never;
}[HighSchoolText];

/** All fields, in display order. The address has its own column in downloads. */
export const HIGH_SCHOOL_FIELDS = {
  name: {
    label: 'Name',
    filter: 'text',
    isListed: true,
  },
  status: { label: 'Status', filter: 'status', isListed: true },
  phone: {
    label: 'Phone',
    filter: 'phone',
    isListed: true,
  },
  fax: { label: 'Fax', filter: 'phone' },
  ...HIGH_SCHOOL_TEXTS,
} as const satisfies Readonly<Record<string, HighSchoolField>>;
export type HighSchoolFieldName = keyof typeof HIGH_SCHOOL_FIELDS;

export type HighSchoolFilterName = {
  [Name in HighSchoolFieldName]: (typeof HIGH_SCHOOL_FIELDS)[Name] extends { filter: string } ? Name : never;
}[HighSchoolFieldName];

export const HIGH_SCHOOL_FIELD_LIST: readonly (readonly [HighSchoolFieldName, HighSchoolField])[] =
  fieldList(HIGH_SCHOOL_FIELDS);

export const HIGH_SCHOOL_TEXT_LIST: readonly (readonly [HighSchoolText, HighSchoolTextField])[] =
  fieldList(HIGH_SCHOOL_TEXTS);

export const HIGH_SCHOOL_REMARKS: readonly HighSchoolRemark[] = HIGH_SCHOOL_TEXT_LIST.flatMap(
  ([name, { isRemark }]) => (isRemark === true ? [name as HighSchoolRemark] : []),
);

export const HIGH_SCHOOL_SORTS = ['name', 'designationCount', 'phone', 'fax'] as const;
export type HighSchoolSort = (typeof HIGH_SCHOOL_SORTS)[number];
