import type { YearDates } from '#app/domain/academic-years/year-dates.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { instantsOnWallClock, readWallClock, wallClockAt } from '#app/lib/wall-clock.ts';
import { YEAR_DATE_NAMES, type YearDateName } from '#app/schemas/year-fields.ts';

/** What people typed as dates and times of the programme's time zone; a date without a text is to be cleared. */
export type TypedYearDates = Readonly<Partial<Record<YearDateName, string>>>;

/**
 * The dates that a form changes. What still reads as it is stored stays to the millisecond. Throws Invalid at the field for a time that the
 * clocks skip or show twice: which of the two is meant cannot be told.
 *
 * @param stored as the form showed them
 * @param timeZone the programme's, an IANA name
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
    const { instant, fault } = readWallClock(text, timeZone);
    if (fault === undefined) patch[name] = instant;
    else issues.push({ path: [name], message: fault });
  }
  if (issues.length > 0) throw new Invalid(issues);
  return patch;
}

/** The instant of a date and time in the programme's time zone. Throws Invalid at the field, as `typedDatesPatch` does. */
export function typedInstant(text: string, field: string, timeZone: string): string {
  const { instant, fault } = readWallClock(text, timeZone);
  if (fault !== undefined) throw new Invalid([{ path: [field], message: fault }]);
  return instant;
}

/** Also where the clocks show what is stored twice. */
function isAsStored(text: string, before: string | null, timeZone: string): boolean {
  const [instant] = instantsOnWallClock(text, timeZone);
  if (instant === undefined || before === null) return false;
  return wallClockAt(instant, timeZone) === wallClockAt(before, timeZone);
}
