import { listQuery } from '#app/components/listing/list-query.ts';
import { STATISTICS_FIGURES } from '#app/messages/statistics-labels.ts';
import type { StatisticsGroup, StatisticsSort } from '#app/schemas/statistics-groups.ts';

/** URL query of the statistics: the grouping, an optional year, and the order. */
export const statisticsList = listQuery<StatisticsSort>({
  path: '/statistics',
  sorts: { name: 'Name', ...STATISTICS_FIGURES },
  largestFirst: ['students', 'returns', 'reviewDays', 'correctionDays'],
  paging: ['page'],
});

/** Returns the URL grouped differently, of the same year. Years are compared with each other, not within one. */
export function groupHref(search: URLSearchParams, by: StatisticsGroup): string {
  const target = new URLSearchParams({ by });
  const yearId = search.get('academicYearId');
  if (yearId && by !== 'year') target.set('academicYearId', yearId);
  return statisticsList.hrefOf(target);
}
