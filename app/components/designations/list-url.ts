import { listQuery } from '#app/components/listing/list-query.ts';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { ALL_YEARS } from '#app/schemas/designation-filters.ts';

/** Sort columns of the list of designations (specification, section 9), with their labels. */
const SORT_LABELS = {
  highSchool: 'High School name',
  year: 'Year',
  criteria: 'Criteria',
  status: 'Status',
  updatedAt: 'Updated date',
  downloadedAt: 'Downloaded',
} as const;
export type ListSort = keyof typeof SORT_LABELS;

/** Query parameter: part of a high school's name. */
export const TYPED_SCHOOL = 'highSchoolName';

export const designationList = listQuery<ListSort>({
  path: '/designations',
  sorts: SORT_LABELS,
  largestFirst: ['year', 'updatedAt', 'downloadedAt'],
  paging: ['after', 'before', 'last', 'position'],
  everything: ALL_YEARS,
});
export const { filterOf, listOf, orderOf, filterCount, sortHref, sortedAs, hrefOf } = designationList;

/** Returns the links to the list's other pages, if any. */
export function pageHrefs(search: URLSearchParams, page: ShownPage) {
  const list = listOf(search);
  const to = (parameters: Record<string, string | undefined>) => {
    const target = new URLSearchParams(list);
    for (const [key, value] of Object.entries(parameters)) if (value !== undefined) target.set(key, value);
    return hrefOf(target);
  };
  const { firstId, lastId, from } = page;
  const positionAfter = (rows: number) => (from === null ? undefined : String(Math.max(1, from + rows)));
  return {
    ...(page.hasPrevious
      ? {
          firstHref: hrefOf(list),
          previousHref: to({ before: firstId, position: positionAfter(-SCREEN_PAGE_SIZE) }),
        }
      : {}),
    ...(page.hasNext
      ? {
          nextHref: to({ after: lastId, position: positionAfter(SCREEN_PAGE_SIZE) }),
          lastHref: to({ last: 'true' }),
        }
      : {}),
  };
}

interface ShownPage {
  readonly firstId: string | undefined;
  readonly lastId: string | undefined;
  /** Position of the first row in the whole list, from 1; null if not known. */
  readonly from: number | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}
