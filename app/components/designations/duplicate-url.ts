import { listQuery } from '#app/components/listing/list-query.ts';
import type { DecisionReason } from '#app/schemas/enums.ts';

export const DUPLICATES_PATH = '/designations/duplicates';

export const duplicateList = listQuery({
  path: DUPLICATES_PATH,
  sorts: { highSchool: 'High School name' },
  largestFirst: [],
  paging: ['page'],
});

/** Query parameter of a designation's page: the reason that its form to return it opens with. */
export const RETURN_REASON = 'returnReason';

const DUAL_ENROLLED: DecisionReason = 'DUAL_ENROLLED';

/** Returns the URL of a designation's page with the form to return it for a dual-enrolled student. */
export function returnHref(designationId: string): string {
  return `/designations/${designationId}?${new URLSearchParams({ [RETURN_REASON]: DUAL_ENROLLED }).toString()}`;
}

/** Returns whether the page was opened with `returnHref`. */
export function isReturnForDuplicate(search: URLSearchParams): boolean {
  return search.get(RETURN_REASON) === DUAL_ENROLLED;
}
