import type { AdminHomeResponse } from '#app/schemas/home-screens.ts';
import type { SubmissionDay } from './home-queries.server.ts';

type HomeYear = AdminHomeResponse['year'];

const DAYS_A_WEEK = 7;
const DAY_MS = 86_400_000;
/** Weeks shown before the due week. Earlier submissions count in the first week; later ones aren't shown. */
const WEEKS_BEFORE = 20;
const WEEKS_AFTER = 12;

/** Returns the number of days after the due date; negative before it. */
function daysAfterDue(day: string, dueDay: string): number {
  return (Date.parse(`${day}T00:00:00.000Z`) - Date.parse(`${dueDay}T00:00:00.000Z`)) / DAY_MS;
}

/** Numbers weeks so that the due date is the last day of week 0. */
function weekOf(daysAfter: number): number {
  return Math.ceil(daysAfter / DAYS_A_WEEK) + 0;
}

export interface Calendar {
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly dayOf: (iso: string) => string;
}

/** Returns cumulative submissions per week relative to the due date. Null if the active year (the first) has none. */
export function weeklySubmissions(
  years: readonly HomeYear[],
  days: readonly SubmissionDay[],
  { today, dayOf }: Calendar,
): AdminHomeResponse['weekly'] {
  const [active, ...earlier] = years;
  if (active?.dueAt == null) return null;
  const weeksOf = ({ id, dueAt }: HomeYear) =>
    days.flatMap(({ yearId, day, designations }) =>
      yearId === id && day !== null && dueAt !== null
        ? [{ week: weekOf(daysAfterDue(day, dayOf(dueAt))), designations }]
        : [],
    );
  const thisWeek = weekOf(daysAfterDue(today, dayOf(active.dueAt)));
  const known = [
    { id: active.id, year: active.year, counts: weeksOf(active), until: thisWeek },
    ...earlier.map((year) => ({ id: year.id, year: year.year, counts: weeksOf(year), until: Infinity })),
  ].filter(({ counts, until }) => counts.length > 0 || until !== Infinity);
  const all = [0, ...known.flatMap(({ counts }) => counts.map(({ week }) => week))];
  const first = Math.max(-WEEKS_BEFORE, Math.min(...all));
  const last = Math.min(WEEKS_AFTER, Math.max(...all));
  return {
    years: known.map(({ id, year }) => ({ id, year })),
    unknownYears: earlier.map(({ year }) => year).filter((year) => !known.some((one) => one.year === year)),
    weeks: Array.from({ length: last - first + 1 }, (_, index) => first + index).map((week) => ({
      week,
      submitted: known.map(({ counts, until }) =>
        week > until
          ? null
          : sum(
              counts.filter((count) => count.week <= week),
              'designations',
            ),
      ),
    })),
  };
}

/** Compares the active year (the first of `years`) with the previous year. */
export function studentsSoFar(
  years: readonly [HomeYear, ...HomeYear[]],
  days: readonly SubmissionDay[],
  { today, dayOf }: Calendar,
): AdminHomeResponse['students'] {
  const [active] = years;
  const last = years.find(({ year }) => year === active.year - 1);
  const lastDays = days.filter(({ yearId }) => yearId === last?.id);
  const atThisTime = () => {
    if (active.dueAt === null || last === undefined || last.dueAt === null) return null;
    const dated = lastDays.flatMap(({ day, students }) => (day === null ? [] : [{ day, students }]));
    if (dated.length === 0) return null;
    const dueDay = dayOf(last.dueAt);
    const until = daysAfterDue(today, dayOf(active.dueAt));
    return sum(
      dated.filter(({ day }) => daysAfterDue(day, dueDay) <= until),
      'students',
    );
  };
  return {
    year: active.year,
    students: sum(
      days.filter(({ yearId }) => yearId === active.id),
      'students',
    ),
    lastYear:
      last === undefined
        ? null
        : { id: last.id, year: last.year, atThisTime: atThisTime(), students: sum(lastDays, 'students') },
  };
}

function sum<Field extends 'designations' | 'students'>(
  counts: readonly Readonly<Record<Field, number>>[],
  field: Field,
): number {
  return counts.reduce((total, count) => total + count[field], 0);
}
