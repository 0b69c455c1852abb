import { listQuery } from '#app/components/listing/list-query.ts';
import { HISTORY_BEFORE } from '#app/lib/urls/history-address.ts';

/** The list of academic years in the address: pages only. */
export const yearsList = listQuery({
  path: '/years',
  sorts: { year: 'Year' },
  largestFirst: ['year'],
  paging: ['page'],
});

/** The extensions of a year in its page's address. */
export function extensionPages(yearId: string) {
  return listQuery({
    path: `/years/${yearId}`,
    sorts: { highSchool: 'High School name' },
    largestFirst: [],
    paging: ['page', HISTORY_BEFORE],
  });
}
