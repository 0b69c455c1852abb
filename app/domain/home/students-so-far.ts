import type { SubmissionDay } from './home-queries.server.ts';
import type { HomeYear } from './home-years.server.ts';
import { daysAfterDue } from './weekly-submissions.ts';

/** Students on the lists that are handed in and not refused: PENDING, RETURNED and APPROVED. */
export interface StudentsSoFar {
  readonly year: number;
  readonly students: number;
  /** The year before; null when there is none. */
  readonly lastYear: {
    readonly year: number;
    /** On the lists that had been submitted as many days before or after its due day as today; null where nothing tells. */
    readonly atThisTime: number | null;
    readonly students: number;
  } | null;
}

/**
 * The active year (the first of `years`) beside the year before.
 *
 * @param today the calendar day, YYYY-MM-DD
 * @param dayOf the calendar day of an ISO 8601 instant
 */
export function studentsSoFar(
  years: readonly [HomeYear, ...HomeYear[]],
  days: readonly SubmissionDay[],
  { today, dayOf }: { readonly today: string; readonly dayOf: (iso: string) => string },
): StudentsSoFar {
  const [active] = years;
  const last = years.find(({ year }) => year === active.year - 1);
  const lastDays = days.filter(({ yearId }) => yearId === last?.id);
  const atThisTime = () => {
    if (active.dueAt === null || last === undefined || last.dueAt === null) return null;
    const dated = lastDays.flatMap(({ day, students }) => (day === null ? [] : [{ day, students }]));
    if (dated.length === 0) return null;
    const dueDay = dayOf(last.dueAt);
    const until = daysAfterDue(today, dayOf(active.dueAt));
    return sum(dated.filter(({ day }) => daysAfterDue(day, dueDay) <= until));
  };
  return {
    year: active.year,
    students: sum(days.filter(({ yearId }) => yearId === active.id)),
    lastYear:
      last === undefined ? null : { year: last.year, atThisTime: atThisTime(), students: sum(lastDays) },
  };
}

function sum(days: readonly { readonly students: number }[]): number {
  return days.reduce((total, { students }) => total + students, 0);
}
