import { formatInZone } from '#app/lib/zoned-time.ts';

/**
 * An instant in the product's time zone, with its abbreviation.
 *
 * @param iso an ISO 8601 instant
 * @param timeZone the installation's `APP_TIME_ZONE`
 */
export function AlaskaTime({ iso, timeZone }: { iso: string; timeZone: string }) {
  return (
    <time dateTime={iso} className="text-nowrap">
      {formatInZone(iso, timeZone)}
    </time>
  );
}
