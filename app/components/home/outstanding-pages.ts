import { listQuery } from '#app/components/listing/list-query.ts';

const list = listQuery({
  path: '/',
  sorts: { students: 'Students' },
  largestFirst: ['students'],
  paging: ['page'],
});

/** ID of the outstanding schools panel on the dashboard. */
export const OUTSTANDING_ID = 'outstanding-schools';

/** URL query of the outstanding schools on the dashboard. */
export const outstandingPages = {
  listOf: list.listOf,
  hrefOf: (search: URLSearchParams) => `${list.hrefOf(search)}#${OUTSTANDING_ID}`,
};
