import { listQuery } from '#app/components/listing/list-query.ts';

const list = listQuery({
  path: '/',
  sorts: { students: 'Students' },
  largestFirst: ['students'],
  place: ['page'],
});

/** The id of the silent schools' place on the dashboard. */
export const SILENT_PLACE = 'silent-schools';

/** The pages of the silent schools in the dashboard's address. */
export const silentPages = {
  listOf: list.listOf,
  hrefOf: (search: URLSearchParams) => `${list.hrefOf(search)}#${SILENT_PLACE}`,
};
