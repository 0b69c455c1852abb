import { counted } from '#app/lib/counted.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import type { RolloverReport } from '#app/schemas/rollover.ts';

/** What a rollover would do, a sentence each. */
export function rolloverSentences({ active, closed, isNew, dates, reminderRules }: RolloverReport): string[] {
  const { year } = active;
  const rules = counted(reminderRules, 'reminder rule', 'reminder rules');
  return [
    isNew
      ? `The academic year ${year} is added and becomes active.`
      : `The academic year ${year} becomes active.`,
    closed === null
      ? 'No year is active now, so none is closed.'
      : `${closed.year} is closed: schools can no longer begin designations for it.`,
    {
      COPIED: `The dates of ${closed?.year} are copied, ${yearsOn(year - (closed?.year ?? year))} on by calendar and clock.`,
      OWN: `${year} has dates of its own, which stay.`,
      NONE: `There are no dates to copy: until ${year} has some, nothing is refused as too early or too late.`,
    }[dates],
    reminderRules === 0
      ? 'No reminder rules are copied.'
      : `${rules} ${reminderRules === 1 ? 'is' : 'are'} copied.`,
  ];
}

/** What closing a year does to its schools. */
export function closingSentence(year: number, undecided: number): string {
  const effect = `Schools can no longer work on ${year}`;
  const designations = counted(undecided, 'designation is', 'designations are');
  return undecided === 0 ? `${effect}.` : `${effect} (${designations} undecided).`;
}

/** Warns while the year that would be closed is not due yet; null otherwise. */
export function earlySentence({ closed, checks }: RolloverReport, timeZone: string): string | null {
  if (closed === null || checks.dueAhead === null) return null;
  const [day, year] = formatInZone(checks.dueAhead, timeZone).split(', ');
  return `${closed.year} isn’t due until ${day}, ${year}.`;
}

function yearsOn(count: number): string {
  return count === 1 ? 'one year' : `${count} years`;
}
