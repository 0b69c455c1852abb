import { Invalid } from '#app/lib/domain-errors.ts';

/** The dates of a year in the order they must come, with the words of sentences. */
const DATES = [
  ['opensAt', 'opening date'],
  ['earlyDueAt', 'early due date'],
  ['dueAt', 'due date'],
  ['correctionsDueAt', 'date for corrections'],
] as const;

export type YearDateName = (typeof DATES)[number][0];
export type YearDates = Readonly<Record<YearDateName, string | null>>;

export const YEAR_DATE_NAMES: readonly YearDateName[] = DATES.map(([name]) => name);

/**
 * Throws Invalid where a date comes before one that it must follow; the same moment is in order. `named` are the dates that
 * the caller sent: the fault is shown on one of these. Dates are ISO 8601 in UTC.
 */
export function assertDatesInOrder(dates: YearDates, named: readonly YearDateName[]): void {
  const set = DATES.filter(([name]) => dates[name] !== null);
  for (const [index, [later, laterWords]] of set.entries()) {
    const before = set[index - 1];
    if (before === undefined) continue;
    const [earlier, earlierWords] = before;
    if (Date.parse(dates[later] ?? '') >= Date.parse(dates[earlier] ?? '')) continue;
    throw new Invalid([
      {
        path: [named.includes(later) ? later : earlier],
        message: `The ${laterWords} must not be before the ${earlierWords}.`,
      },
    ]);
  }
}
