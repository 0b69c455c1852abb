import { calendarDaysBetween } from '#app/lib/due-date.ts';
import type { SubmissionDay } from './home-queries.server.ts';
import type { HomeYear } from './home-years.server.ts';

export interface WeeklySubmissions {
  /** The years that can be laid against their due dates, the active one first. */
  readonly years: readonly number[];
  /** Earlier years that cannot: without a due date, or without a record of when anything was submitted. */
  readonly unknownYears: readonly number[];
  readonly weeks: readonly SubmissionWeek[];
}

export interface SubmissionWeek {
  /** 0 is the week that ends with the due day, -1 the one before, 1 the one after. */
  readonly week: number;
  /** How many designations had been submitted by the week's end, for each of `years`; null where that is still to come. */
  readonly submitted: readonly (number | null)[];
}

const DAYS_A_WEEK = 7;
const DAY_MS = 86_400_000;
/** So far the weeks go at most; what came earlier counts in the first, and a straggler in a week of its own would say nothing. */
const WEEKS_BEFORE = 20;
const WEEKS_AFTER = 12;

/** How many days a day comes after the due day: negative before it, 0 on it. */
export function daysAfterDue(day: string, dueDay: string): number {
  return (Date.parse(`${day}T00:00:00.000Z`) - Date.parse(`${dueDay}T00:00:00.000Z`)) / DAY_MS;
}

/** The week of a day, counted so that the due day ends week 0. */
export function weekOf(daysAfter: number): number {
  return Math.ceil(daysAfter / DAYS_A_WEEK) + 0;
}

export interface Counting {
  /** The present, ISO 8601. */
  readonly now: string;
  readonly timeZone: string;
  /** The calendar day of an instant in that time zone. */
  readonly dayOf: (iso: string) => string;
}

/**
 * First submissions of the active year (the first of `years`) and of those before it, summed week by week against each year's
 * own due day; null when the active year has no due date.
 */
export function weeklySubmissions(
  years: readonly HomeYear[],
  days: readonly SubmissionDay[],
  { now, timeZone, dayOf }: Counting,
): WeeklySubmissions | null {
  const [active, ...earlier] = years;
  if (active?.dueAt == null) return null;
  const weeksOf = ({ id, dueAt }: HomeYear) =>
    days.flatMap(({ yearId, day, designations }) =>
      yearId === id && day !== null && dueAt !== null
        ? [{ week: weekOf(daysAfterDue(day, dayOf(dueAt))), designations }]
        : [],
    );
  const known = [
    {
      year: active.year,
      counts: weeksOf(active),
      until: weekOf(calendarDaysBetween(active.dueAt, now, timeZone)),
    },
    ...earlier.map((year) => ({ year: year.year, counts: weeksOf(year), until: Infinity })),
  ].filter(({ counts, until }) => counts.length > 0 || until !== Infinity);
  const all = [0, ...known.flatMap(({ counts }) => counts.map(({ week }) => week))];
  const first = Math.max(-WEEKS_BEFORE, Math.min(...all));
  const last = Math.min(WEEKS_AFTER, Math.max(...all));
  return {
    years: known.map(({ year }) => year),
    unknownYears: earlier.map(({ year }) => year).filter((year) => !known.some((one) => one.year === year)),
    weeks: Array.from({ length: last - first + 1 }, (_, index) => first + index).map((week) => ({
      week,
      submitted: known.map(({ counts, until }) =>
        week > until ? null : sum(counts.filter((count) => count.week <= week)),
      ),
    })),
  };
}

function sum(counts: readonly { readonly designations: number }[]): number {
  return counts.reduce((total, { designations }) => total + designations, 0);
}
