import { AUDIT_FILTERS } from '#app/schemas/audit-filters.ts';
import { DESIGNATION_FILTERS } from '#app/schemas/designation-filters.ts';
import { HIGH_SCHOOL_FIELDS } from '#app/schemas/high-school-fields.ts';
import { USER_FIELD_LIST } from '#app/schemas/user-fields.ts';

export const WITH_DELETED_LABEL = 'Show deleted users';

type Labels = Readonly<Record<string, { readonly label: string }>>;

/** Labels of the filters of the list of users. */
export const USER_FILTERS: Labels = {
  name: { label: 'Name' },
  ...Object.fromEntries(
    USER_FIELD_LIST.map(([name, { label, listLabel = label }]) => [name, { label: listLabel }]),
  ),
  highSchools: { label: 'High school' },
  highSchoolName: { label: 'High school' },
};

/** Labels of the filters of lists on screens, by what the list shows. */
const FILTERS = {
  designations: DESIGNATION_FILTERS,
  'high schools': HIGH_SCHOOL_FIELDS,
  users: { ...USER_FILTERS, withDeleted: { label: WITH_DELETED_LABEL } },
  emails: { email: { label: 'Recipient' } },
  statistics: { by: { label: 'Group by' }, academicYearId: { label: 'Academic year' } },
  'the audit log': AUDIT_FILTERS,
} as const satisfies Readonly<Record<string, Labels>>;

export type FilteredList = keyof typeof FILTERS;

/** Labels of the parts of a URL that all lists have. */
const ORDER: Labels = { sort: { label: 'Sort by' }, direction: { label: 'Direction' } };

/** Returns the label of a part of a list's URL: a filter's, the order's, or else the page's. */
export function filterLabel(list: FilteredList, name: string): string {
  const filters: Labels = FILTERS[list];
  return (filters[name] ?? ORDER[name])?.label ?? 'Page';
}
