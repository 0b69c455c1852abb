import type { SchoolsPath } from '#app/schemas/high-school-screens.ts';
import { type ListQuery, listQuery } from '#app/components/listing/list-query.ts';

/** Sort columns of the lists of schools (specification, section 9), with their labels. */
const SORT_LABELS = {
  name: 'Name',
  designationCount: 'Designation Count',
  phone: 'Phone number',
  fax: 'Fax',
} as const;
export type SchoolSort = keyof typeof SORT_LABELS;

const lists: Readonly<Record<SchoolsPath, ListQuery<SchoolSort>>> = {
  '/highschools': ofPath('/highschools'),
  '/manage': ofPath('/manage'),
};

/** Returns the URL query of a list of schools. */
export function schoolList(path: SchoolsPath): ListQuery<SchoolSort> {
  return lists[path];
}

function ofPath(path: SchoolsPath): ListQuery<SchoolSort> {
  return listQuery<SchoolSort>({
    path,
    sorts: SORT_LABELS,
    largestFirst: ['designationCount'],
    paging: ['page'],
  });
}
