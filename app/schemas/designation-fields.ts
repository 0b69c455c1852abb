import { fieldList } from './field-tables.ts';

/** What a field of a designation is called. */
export interface DesignationField {
  readonly label: string;
  /** The header of its column in CSV files; by default the label in lower case. */
  readonly csvHeader?: string;
  /** Whether lists can be filtered by its values. */
  readonly isFilter?: boolean;
}

/** What a school enters besides its students. */
export const METHOD_FIELDS = {
  classSize: { label: 'Class size' },
  criteria: { label: 'Criteria', isFilter: true },
  criteriaComment: { label: 'Comment', csvHeader: 'criteria comment' },
} as const satisfies Readonly<Record<string, DesignationField>>;
export type MethodField = keyof typeof METHOD_FIELDS;

/** The fields of a designation whose changes its history tells, in that order. */
export const DESIGNATION_FIELDS = {
  status: { label: 'Status', isFilter: true },
  ...METHOD_FIELDS,
  acceptedTermsAndConditions: { label: 'Terms accepted' },
  note: { label: 'Note' },
  reasons: { label: 'Reasons' },
} as const satisfies Readonly<Record<string, DesignationField>>;
export type DesignationFieldName = keyof typeof DESIGNATION_FIELDS;

/** The fields with their names, as a list to walk. */
export const DESIGNATION_FIELD_LIST: readonly (readonly [DesignationFieldName, DesignationField])[] =
  fieldList(DESIGNATION_FIELDS);
