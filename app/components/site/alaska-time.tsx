import { useSite } from '#app/components/site/site-context.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';

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
        {text.slice(0, clockStart)}
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
  const text = formatInZone(iso, useSite().timeZone);
  return (
    <time dateTime={iso} title={text} className="text-nowrap">
      {text.slice(0, text.lastIndexOf(', '))}
    </time>
  );
}
