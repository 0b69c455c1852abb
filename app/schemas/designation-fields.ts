import { fieldList } from './field-tables.ts';

export interface DesignationField {
  readonly label: string;
  /** Column header in CSV files; by default the lowercase label. */
  readonly csvHeader?: string;
}

export const METHOD_FIELDS = {
  classSize: { label: 'Class size' },
  criteria: { label: 'Criteria' },
  criteriaComment: { label: 'Comment', csvHeader: 'criteria comment' },
} as const satisfies Readonly<Record<string, DesignationField>>;
export type MethodField = keyof typeof METHOD_FIELDS;

export const DESIGNATION_FIELDS = {
  status: { label: 'Status' },
  ...METHOD_FIELDS,
  acceptedTermsAndConditions: { label: 'Agreed to terms' },
  note: { label: 'Note' },
  reasons: { label: 'Reasons' },
} as const satisfies Readonly<Record<string, DesignationField>>;
export type DesignationFieldName = keyof typeof DESIGNATION_FIELDS;

export const DESIGNATION_FIELD_LIST: readonly (readonly [DesignationFieldName, DesignationField])[] =
  fieldList(DESIGNATION_FIELDS);
