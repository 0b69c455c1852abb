import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { instantsOnWallClock, readWallClock, wallClockAt } from '#app/lib/time/wall-clock.ts';
import { YEAR_DATE_LIST, YEAR_DATE_NAMES, type YearDateName } from '#app/schemas/year-fields.ts';

export type YearDates = Readonly<Record<YearDateName, string | null>>;

/**
 * Checks the order of a year's dates, which may be equal. Dates are ISO 8601 in UTC.
 * @param named the dates that the caller sent, one of which gets the error
 * @throws {Invalid} when a date is before one that it must follow
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

/** What people typed as dates and times of the program's time zone; a date without a text is to be cleared. */
export type TypedYearDates = Readonly<Partial<Record<YearDateName, string>>>;

/**
 * The dates that a form changes, typed in an IANA time zone; what still reads as it was shown (`stored`) stays to the
 * millisecond.
 * @throws {Invalid} at the field for a time that the clocks skip or show twice
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

/** Also where the clocks show what is stored twice. */
function isAsStored(text: string, before: string | null, timeZone: string): boolean {
  const [instant] = instantsOnWallClock(text, timeZone);
  if (instant === undefined || before === null) return false;
  return wallClockAt(instant, timeZone) === wallClockAt(before, timeZone);
}
