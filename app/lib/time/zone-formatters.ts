/**
 * Caches formatters by zone, because Intl takes much longer to create one than to use it.
 *
 * @returns a function that returns a zone's formatter (IANA name), and throws RangeError for an unknown zone
 */
export function zoneFormatters(
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): (timeZone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    let formatter = formatters.get(timeZone);
    if (formatter === undefined) {
      formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
      formatters.set(timeZone, formatter);
    }
    return formatter;
  };
}
