import { listQuery } from '#app/components/listing/list-query.ts';

const list = listQuery({
  path: '/',
  sorts: { students: 'Students' },
  largestFirst: ['students'],
  paging: ['page'],
});

/** The id of the outstanding schools' place on the dashboard. */
export const OUTSTANDING_ID = 'outstanding-schools';

/** The pages of the outstanding schools in the dashboard's address. */
export const outstandingPages = {
  listOf: list.listOf,
  hrefOf: (search: URLSearchParams) => `${list.hrefOf(search)}#${OUTSTANDING_ID}`,
};
