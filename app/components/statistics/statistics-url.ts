import { listQuery } from '#app/components/listing/list-query.ts';
import { SCREEN_PAGE_SIZE, STATISTICS_YEARS } from '#app/config/constants.ts';
import { STATISTICS_FIGURES } from '#app/messages/statistics-labels.ts';
import type { StatisticsGroup, StatisticsSort } from '#app/schemas/statistics-groups.ts';

/** URL query of the statistics: the grouping, an optional year, and the order. */
export const statisticsList = listQuery<StatisticsSort>({
  path: '/statistics',
  sorts: { name: 'Name', ...STATISTICS_FIGURES },
  largestFirst: ['students', 'returns', 'reviewDays', 'correctionDays'],
  paging: ['page'],
});

/**
 * Returns the URL grouped differently: by year of all years, which are compared with each other; otherwise of the same
 * year, or coming from the years, of the active one.
 */
export function groupHref(
  search: URLSearchParams,
  {
    from,
    to,
    activeYearId,
  }: { from: StatisticsGroup; to: StatisticsGroup; activeYearId: string | undefined },
): string {
  const target = new URLSearchParams({ by: to });
  const yearId = from === 'year' ? activeYearId : search.get('academicYearId');
  if (yearId && to !== 'year') target.set('academicYearId', yearId);
  return statisticsList.hrefOf(target);
}

export function statisticsPageSize(by: StatisticsGroup): number {
  return by === 'year' ? STATISTICS_YEARS : SCREEN_PAGE_SIZE;
}
