import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { instantsOnWallClock, readWallClock, wallClockAt } from '#app/lib/time/wall-clock.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { YEAR_DATE_LIST, YEAR_DATE_NAMES, type YearDateName } from '#app/schemas/year-fields.ts';

export type YearDates = Readonly<Record<YearDateName, string | null>>;

/**
 * Checks the order of a year's dates, in ISO 8601 in UTC. Equal dates are allowed.
 * @param named the dates that the caller sent; one of them gets the error
 * @throws {Invalid} when the dates are out of order
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
        message: YEAR_MESSAGES.datesInOrder(inSentences, earlierField.inSentences),
      },
    ]);
  }
}

/** Dates and times as typed, in the installation's time zone. An empty text clears a date. */
export type TypedYearDates = Readonly<Partial<Record<YearDateName, string>>>;

/**
 * Returns the dates that a form changes, typed in an IANA time zone. A date that still reads as displayed
 * (`stored`) keeps its milliseconds.
 * @throws {Invalid} on the field when clock changes skip or repeat the time
 */
export function typedDatesPatch(
  typed: TypedYearDates,
  stored: YearDates,
  timeZone: string,
): Partial<Record<YearDateName, string | null>> {
  const patch: Partial<Record<YearDateName, string | null>> = {};
  const issues: Issue[] = [];
  for (const name of YEAR_DATE_NAMES) {
    const text = typed[name];
    const before = stored[name];
    if (text === undefined) {
      if (before !== null) patch[name] = null;
      continue;
    }
    if (isAsStored(text, before, timeZone)) continue;
    const { instant, error } = readWallClock(text, timeZone);
    if (error === undefined) patch[name] = instant;
    else issues.push({ path: [name], message: error });
  }
  if (issues.length > 0) throw new Invalid(issues);
  return patch;
}

/**
 * Converts a date and time in the installation's time zone to an instant.
 * @throws {Invalid} at the field, like `typedDatesPatch`
 */
export function typedInstant(text: string, field: string, timeZone: string): string {
  const { instant, error } = readWallClock(text, timeZone);
  if (error !== undefined) throw new Invalid([{ path: [field], message: error }]);
  return instant;
}

/** Returns whether the text reads like the stored date, even if clocks show that time twice. */
function isAsStored(text: string, before: string | null, timeZone: string): boolean {
  const [instant] = instantsOnWallClock(text, timeZone);
  if (instant === undefined || before === null) return false;
  return wallClockAt(instant, timeZone) === wallClockAt(before, timeZone);
}
