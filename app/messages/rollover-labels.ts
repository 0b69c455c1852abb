import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { dayInZone } from '#app/lib/time/zoned-time.ts';
import type { RolloverReport } from '#app/schemas/rollover.ts';

/** Describes what a rollover would do, one sentence each. */
export function rolloverSentences({ active, closed, isNew, dates, reminderRules }: RolloverReport): string[] {
  const { year } = active;
  const rules = counted(reminderRules, 'reminder');
  return [
    isNew
      ? `The ${year} academic year will be added and become active.`
      : `The ${year} academic year will become active.`,
    closed === null
      ? 'No year is active now, so none will be closed.'
      : `${closed.year} will be closed, and schools will no longer be able to start designations for it.`,
    {
      COPIED: `The ${closed?.year} dates will be copied and moved ${counted(year - (closed?.year ?? year), 'year')} later.`,
      OWN: `${year} will keep its own dates.`,
      NONE: `There are no dates to copy. Until you set dates for ${year}, schools can submit at any time.`,
    }[dates],
    reminderRules === 0 ? 'No reminders will be copied.' : `${rules} will be copied.`,
  ];
}

/** Returns a warning if the year to close isn't due yet; null otherwise. */
export function earlySentence({ closed, checks }: RolloverReport, timeZone: string): string | null {
  if (closed === null || checks.dueAhead === null) return null;
  return `Designations for ${closed.year} aren't due until ${dayInZone(checks.dueAhead, timeZone)}.`;
}

/** What undoing a rollover depends on. */
interface UndoneRollover {
  readonly active: { readonly year: number };
  readonly closed: { readonly year: number } | null;
  readonly isNew: boolean;
  readonly extensions: number;
  readonly reminderRules: number;
}

/** Describes what undoing a rollover would do, one sentence each. */
export function undoSentences({
  active: { year },
  closed,
  isNew,
  extensions,
  reminderRules,
}: UndoneRollover): string[] {
  const belongings = [
    'its dates',
    extensions === 0 ? null : counted(extensions, 'extension'),
    reminderRules === 0 ? null : counted(reminderRules, 'reminder'),
  ].filter((part) => part !== null);
  return [
    isNew
      ? `The ${year} academic year will be deleted, along with ${listed(belongings)}.`
      : `The ${year} academic year existed before the rollover, so it won't be deleted. It will become inactive and keep ${listed(belongings)}.`,
    closed === null ? 'No year will be active.' : `${closed.year} will be active again.`,
  ];
}

/** Returns the warning on the years page (specification, section 2); null if exactly one year is active. */
export function activeYearsWarning(activeCount: number): string | null {
  if (activeCount === 0) return 'No years are active!';
  return activeCount === 1 ? null : 'More than one academic year is active!';
}

/** Describes what closing a year means for schools: only starting a designation requires an active year. */
export function closingSentence(year: number, undecided: number): string {
  const effect = `Schools will no longer be able to start designations for ${year}.`;
  return undecided === 0
    ? effect
    : `${effect} ${counted(undecided, 'open designation')} can still be finished.`;
}
