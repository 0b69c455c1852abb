import { counted } from '#app/lib/text/counted.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { zonedDay } from '#app/lib/time/zoned-day.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Days of the calendar from one instant's day to another's in a time zone; negative where the other is earlier. Days whose clock
 * is put on or back are days like others.
 */
export function calendarDaysBetween(from: string, to: string, timeZone: string): number {
  return (dayStart(to, timeZone) - dayStart(from, timeZone)) / DAY_MS;
}

/**
 * When something is due and how long that is, as people in a time zone count days: 'Due Friday, May 15, 2026, 5:00 PM AKDT ·
 * 12 days left', 'Due today · Friday, …', 'Was due 3 days ago · Friday, …'.
 *
 * @param dueAt the last instant in time, ISO 8601
 * @param now the present, ISO 8601
 */
export function formatDueDate(dueAt: string, now: string, timeZone: string): string {
  const weekday = WEEKDAYS[new Date(dayStart(dueAt, timeZone)).getUTCDay()];
  const date = `${weekday}, ${formatInZone(dueAt, timeZone)}`;
  const days = calendarDaysBetween(now, dueAt, timeZone);
  if (Date.parse(now) > Date.parse(dueAt)) {
    return `Was due ${days === 0 ? 'today' : `${counted(-days, 'day')} ago`} · ${date}`;
  }
  return days === 0 ? `Due today · ${date}` : `Due ${date} · ${counted(days, 'day')} left`;
}

/** The day of an instant in a zone, as that day's midnight in UTC. */
function dayStart(instant: string, timeZone: string): number {
  return Date.parse(`${zonedDay(new Date(instant), timeZone)}T00:00:00.000Z`);
}

interface DueLineProps {
  /** ISO 8601 instants. */
  dueAt: string;
  now: string;
}

/** When something is due and how long that is; where it is narrow the days left stay together. */
export function DueLine({ dueAt, now }: DueLineProps) {
  const [one, other] = formatDueDate(dueAt, now, useSite().timeZone).split(' · ');
  return (
    <>
      <Part text={one} /> · <Part text={other} />
    </>
  );
}

function Part({ text = '' }: { text: string | undefined }) {
  return text.includes(',') ? <>{text}</> : <span className="text-nowrap">{text}</span>;
}
