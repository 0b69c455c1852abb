import { useSite } from '#app/components/site/site-context.ts';
import { dayInZone, formatInZone } from '#app/lib/time/zoned-time.ts';

/**
 * An instant in the installation's time zone with its abbreviation. Wraps only between date and time. With `oneLine`,
 * a `oneLine` table shows the time of day in small print below the date.
 * @param iso an ISO 8601 instant
 */
export function AlaskaTime({ iso, oneLine = false }: { iso: string; oneLine?: boolean }) {
  const text = formatInZone(iso, useSite().timeZone);
  const clockStart = text.lastIndexOf(', ') + 2;
  if (oneLine) {
    return (
      <time dateTime={iso} className="text-nowrap">
        {text.slice(0, clockStart - 2)}
        <span className="time-comma">, </span>
        <span className="time-of-day">{text.slice(clockStart)}</span>
      </time>
    );
  }
  return (
    <time dateTime={iso}>
      <span className="text-nowrap">{text.slice(0, clockStart - 1)}</span>{' '}
      <span className="text-nowrap">{text.slice(clockStart)}</span>
    </time>
  );
}

/**
 * The day of an instant in the installation's time zone, with the time as a tooltip.
 * @param iso an ISO 8601 instant
 */
export function AlaskaDay({ iso }: { iso: string }) {
  const { timeZone } = useSite();
  return (
    <time dateTime={iso} title={formatInZone(iso, timeZone)} className="text-nowrap">
      {dayInZone(iso, timeZone)}
    </time>
  );
}
