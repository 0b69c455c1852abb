/** What the statistics are grouped by, with the group's column heading. */
export const STATISTICS_GROUPS = {
  year: 'Year',
  school: 'School',
  city: 'City',
} as const;
export type StatisticsGroup = keyof typeof STATISTICS_GROUPS;
export const STATISTICS_GROUP_NAMES = [
  'year',
  'school',
  'city',
] as const satisfies readonly StatisticsGroup[];

export const STATISTICS_SORTS = ['name', 'students', 'returns', 'reviewDays', 'correctionDays'] as const;
export type StatisticsSort = (typeof STATISTICS_SORTS)[number];
