/** The dates of a year in their order, with what people call them. */
export const YEAR_DATES = [
  { name: 'opensAt', label: 'Opens' },
  { name: 'earlyDueAt', label: 'Early due' },
  { name: 'dueAt', label: 'Due' },
  { name: 'correctionsDueAt', label: 'Corrections due' },
] as const;

export type YearDate = (typeof YEAR_DATES)[number]['name'];
