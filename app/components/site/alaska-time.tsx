import { useSite } from '#app/components/site/site-context.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';

/**
 * An instant in the installation's time zone with its abbreviation. Wraps only between date and time.
 * @param iso an ISO 8601 instant
 */
export function AlaskaTime({ iso }: { iso: string }) {
  const text = formatInZone(iso, useSite().timeZone);
  const clockStart = text.lastIndexOf(', ') + 2;
  return (
    <time dateTime={iso}>
      <span className="text-nowrap">{text.slice(0, clockStart - 1)}</span>{' '}
      <span className="text-nowrap">{text.slice(clockStart)}</span>
    </time>
  );
}
