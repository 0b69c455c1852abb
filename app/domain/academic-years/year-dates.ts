import { Invalid } from '#app/lib/domain-errors.ts';
import { YEAR_DATE_LIST, type YearDateName } from '#app/schemas/year-fields.ts';

export type YearDates = Readonly<Record<YearDateName, string | null>>;

/**
 * Throws Invalid where a date comes before one that it must follow; the same moment is in order. `named` are the dates that
 * the caller sent: the fault is shown on one of these. Dates are ISO 8601 in UTC.
 */
export function assertDatesInOrder(dates: YearDates, named: readonly YearDateName[]): void {
  const set = YEAR_DATE_LIST.filter(([name]) => dates[name] !== null);
  for (const [index, [later, { inSentences }]] of set.entries()) {
    const before = set[index - 1];
    if (before === undefined) continue;
    const [earlier, earlierField] = before;
    if (Date.parse(dates[later] ?? '') >= Date.parse(dates[earlier] ?? '')) continue;
    throw new Invalid([
      {
        path: [named.includes(later) ? later : earlier],
        message: `The ${inSentences} must not be before the ${earlierField.inSentences}.`,
      },
    ]);
  }
}
