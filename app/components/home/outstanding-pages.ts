import { listQuery } from '#app/components/listing/list-query.ts';

const list = listQuery({
  path: '/',
  sorts: { students: 'Students' },
  largestFirst: ['students'],
  paging: ['page'],
});

export const OUTSTANDING_ID = 'outstanding-schools';

export const outstandingPages = {
  listOf: list.listOf,
  hrefOf: (search: URLSearchParams) => `${list.hrefOf(search)}#${OUTSTANDING_ID}`,
};
