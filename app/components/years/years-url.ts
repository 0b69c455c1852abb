import { listQuery } from '#app/components/listing/list-query.ts';
import { HISTORY_BEFORE } from '#app/lib/urls/history-url.ts';

/** URL query of the list of academic years: pagination only. */
export const yearsList = listQuery({
  path: '/years',
  sorts: { year: 'Year' },
  largestFirst: ['year'],
  paging: ['page'],
});

/** Returns the URL query of the extensions on a year's page. */
export function extensionPages(yearId: string) {
  return listQuery({
    path: `/years/${yearId}`,
    sorts: { highSchool: 'High School name' },
    largestFirst: [],
    paging: ['page', HISTORY_BEFORE],
  });
}
