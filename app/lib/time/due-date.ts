import { counted } from '#app/lib/text/counted.ts';
import { formatInZone, zonedDay } from './zoned-time.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Returns the calendar days from one instant to another in a time zone; negative if the second is earlier.
 * A day with a clock change counts as one day.
 */
export function calendarDaysBetween(from: string, to: string, timeZone: string): number {
  return (dayStart(to, timeZone) - dayStart(from, timeZone)) / DAY_MS;
}

/** A due date and how far away it is, in the order in which they are read. */
export interface DueDateText {
  /** 'Due Friday, May 15, 2026, 5:00 PM AKDT', 'Due today', or 'Was due 3 days ago'. */
  readonly due: string;
  /** '12 days left', or the date unless `due` has it. */
  readonly detail: string;
}

/**
 * Formats a due date with the calendar days left.
 * @param dueAt the due date, ISO 8601
 * @param now the current time, ISO 8601
 */
export function formatDueDate(dueAt: string, now: string, timeZone: string): DueDateText {
  const weekday = WEEKDAYS[new Date(dayStart(dueAt, timeZone)).getUTCDay()];
  const date = `${weekday}, ${formatInZone(dueAt, timeZone)}`;
  const days = calendarDaysBetween(now, dueAt, timeZone);
  if (Date.parse(now) > Date.parse(dueAt)) {
    return { due: `Was due ${days === 0 ? 'today' : `${counted(-days, 'day')} ago`}`, detail: date };
  }
  return days === 0
    ? { due: 'Due today', detail: date }
    : { due: `Due ${date}`, detail: `${counted(days, 'day')} left` };
}

/** Returns the instant's local calendar day as midnight UTC in milliseconds. */
function dayStart(instant: string, timeZone: string): number {
  return Date.parse(`${zonedDay(new Date(instant), timeZone)}T00:00:00.000Z`);
}
