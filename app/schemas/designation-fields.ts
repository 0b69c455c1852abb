import { fieldList } from './field-tables.ts';
import type { Criteria } from '#app/schemas/enums.ts';

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

export const METHOD_NAMES: readonly MethodField[] = fieldList<MethodField, DesignationField>(
  METHOD_FIELDS,
).map(([name]) => name);

/** Columns that Excel exports have in addition to those of the CSV (decisions, section 7), with their headers. */
export const ADDED_DESIGNATION_HEADERS = {
  createdAt: 'created',
  submittedAt: 'submitted',
  decidedAt: 'decided',
  acceptedTermsAt: 'terms agreed',
  acceptedTermsVersion: 'terms version',
  reasons: 'reasons',
  note: 'note',
} as const;

export const ADDED_STUDENT_HEADERS = { firmName: 'firm', urbanization: 'urbanization' } as const;

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

export const COMMENT_REQUIRED_MESSAGE =
  "Explain your criteria. A comment is required if the criteria are “Other” or differ from last year's.";

/** Returns whether a comment is required: for OTHER or changed criteria (specification, section 5). */
export function isCommentRequired(criteria: Criteria | null, previousCriteria: Criteria | null): boolean {
  if (criteria === null) return false;
  return criteria === 'OTHER' || (previousCriteria !== null && criteria !== previousCriteria);
}

export const DESIGNATION_SORTS = [
  'highSchool',
  'year',
  'criteria',
  'status',
  'updatedAt',
  'downloadedAt',
] as const;
export type DesignationSort = (typeof DESIGNATION_SORTS)[number];
