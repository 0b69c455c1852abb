import { zoneFormatters } from '#app/lib/time/zone-formatters.ts';

const formatterFor = zoneFormatters({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** Returns the day 'YYYY-MM-DD' of an instant in a time zone (IANA name). */
export function zonedDay(instant: Date, timeZone: string): string {
  const parts = new Map<string, string>();
  for (const { type, value } of formatterFor(timeZone).formatToParts(instant)) parts.set(type, value);
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}
