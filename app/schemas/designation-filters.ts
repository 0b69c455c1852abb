import { fieldList } from './field-tables.ts';

export interface DesignationFilterField {
  /** Label in the list's filter. */
  readonly label: string;
  /** How it compares. Bounds are inclusive: an ISO 8601 time, or a day in the installation's time zone. */
  readonly kind:
    'id' | 'anyOf' | 'schoolName' | 'from' | 'until' | 'isMissing' | 'isResubmitted' | 'hasWarning';
  /** Field of a designation that it compares; by default its own name. */
  readonly field?: string;
}

/** Filters of lists, downloads, and commands (specification, section 7). */
export const DESIGNATION_FILTERS = {
  academicYearId: { label: 'Academic year', kind: 'id' },
  highSchoolId: { label: 'High school', kind: 'id' },
  highSchoolName: { label: 'High school', kind: 'schoolName' },
  criteria: { label: 'Criteria', kind: 'anyOf' },
  status: { label: 'Status', kind: 'anyOf' },
  afterDate: { label: 'Updated from', kind: 'from', field: 'updatedAt' },
  beforeDate: { label: 'Updated to', kind: 'until', field: 'updatedAt' },
  downloadAfterDate: { label: 'Downloaded from', kind: 'from', field: 'downloadedAt' },
  downloadBeforeDate: { label: 'Downloaded to', kind: 'until', field: 'downloadedAt' },
  noDownloadDate: { label: 'Never downloaded', kind: 'isMissing', field: 'downloadedAt' },
  resubmitted: { label: 'Resubmitted', kind: 'isResubmitted' },
  warnings: { label: 'Warnings', kind: 'hasWarning' },
} as const satisfies Readonly<Record<string, DesignationFilterField>>;
export type DesignationFilterName = keyof typeof DESIGNATION_FILTERS;

/** Requests every year, because an administrator's list without a query shows the active year. */
export const ALL_YEARS = ['academicYearId', 'all'] as const;

/** Returns the query without `academicYearId=all`. */
export function withoutAllYears(search: URLSearchParams): URLSearchParams {
  const [name, all] = ALL_YEARS;
  return new URLSearchParams([...search].filter(([key, value]) => key !== name || value !== all));
}

export type DesignationDateFilter = {
  [Name in DesignationFilterName]: (typeof DESIGNATION_FILTERS)[Name] extends { kind: 'from' | 'until' }
    ? Name
    : never;
}[DesignationFilterName];

export const DESIGNATION_FILTER_LIST: readonly (readonly [DesignationFilterName, DesignationFilterField])[] =
  fieldList(DESIGNATION_FILTERS);
