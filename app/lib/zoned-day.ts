const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept by zone: Intl takes much longer to make one than to use it. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** The calendar day 'YYYY-MM-DD' that an instant falls on in a time zone (an IANA name). */
export function zonedDay(instant: Date, timeZone: string): string {
  const parts = new Map<string, string>();
  for (const { type, value } of formatterFor(timeZone).formatToParts(instant)) parts.set(type, value);
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}
