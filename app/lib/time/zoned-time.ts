const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const formatterFor = zoneFormatters({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/**
 * Formats an instant like `Nov 21, 2026, 5:22 AM AKST`. Only numbers and abbreviation come from Intl: server and
 * browser must match, but ICU releases differ in the rest.
 *
 * @param iso an ISO 8601 instant, such as `2026-11-21T14:22:00.000Z`
 * @param timeZone an IANA name, such as `America/Anchorage`
 * @throws {RangeError} when the instant or the zone is invalid
 */
export function formatInZone(iso: string, timeZone: string): string {
  const key = `${iso} ${timeZone}`;
  const known = formatted.get(key);
  if (known !== undefined) return known;
  const text = format(iso, timeZone);
  if (formatted.size >= REMEMBERED_INSTANTS) formatted.clear();
  formatted.set(key, text);
  return text;
}

/** Cache: lists repeat instants, and Intl takes longer to format one than React to render its row. */
const formatted = new Map<string, string>();
const REMEMBERED_INSTANTS = 5000;

function format(iso: string, timeZone: string): string {
  const figures = figuresOf(iso, timeZone);
  return `${dayOf(figures)}, ${timeOf(figures)}`;
}

/**
 * Returns the day: `Nov 21, 2026`.
 *
 * @throws {RangeError} when the instant or the zone is invalid
 */
export function dayInZone(iso: string, timeZone: string): string {
  return dayOf(figuresOf(iso, timeZone));
}

function dayOf(figures: ReadonlyMap<Intl.DateTimeFormatPartTypes, string>): string {
  const figure = (type: Intl.DateTimeFormatPartTypes) => Number(figures.get(type));
  return `${MONTHS[figure('month') - 1]} ${figure('day')}, ${figure('year')}`;
}

/**
 * Returns the time of day with the zone's abbreviation: `5:22 AM AKST`.
 *
 * @throws {RangeError} when the instant or the zone is invalid
 */
export function timeInZone(iso: string, timeZone: string): string {
  return timeOf(figuresOf(iso, timeZone));
}

function timeOf(figures: ReadonlyMap<Intl.DateTimeFormatPartTypes, string>): string {
  const hour = Number(figures.get('hour'));
  const minute = (figures.get('minute') ?? '').padStart(2, '0');
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'} ${figures.get('timeZoneName')}`;
}

function figuresOf(iso: string, timeZone: string): Map<Intl.DateTimeFormatPartTypes, string> {
  return new Map(
    formatterFor(timeZone)
      .formatToParts(Date.parse(iso))
      .map(({ type, value }) => [type, value]),
  );
}

/** Returns the common name of a time zone: 'America/Anchorage' is Anchorage. */
export function regionOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

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

const dayFormatterFor = zoneFormatters({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** Returns the day 'YYYY-MM-DD' of an instant in a time zone (IANA name). */
export function zonedDay(instant: Date, timeZone: string): string {
  const parts = new Map<string, string>();
  for (const { type, value } of dayFormatterFor(timeZone).formatToParts(instant)) parts.set(type, value);
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/**
 * Formats a day without a time, YYYY-MM-DD, as `Jan 19, 2027`.
 *
 * @throws {RangeError} when it isn't a date
 */
export function formatDay(day: string): string {
  return dayInZone(`${day}T12:00:00Z`, 'UTC');
}

/** Formats an instant with its offset, like '2026-11-21T05:22:00-09:00'; in UTC like '2026-11-21T14:22:00Z'. */
export function isoInZone(iso: string, timeZone: string): string {
  if (timeZone === 'UTC') return new Date(iso).toISOString().replace('.000Z', 'Z');
  const figures = secondFormatterFor(timeZone).formatToParts(Date.parse(iso));
  const figure = (type: Intl.DateTimeFormatPartTypes) =>
    figures.find((part) => part.type === type)?.value ?? '';
  const offset = figure('timeZoneName').replace('GMT', '') || '+00:00';
  const day = `${figure('year')}-${figure('month')}-${figure('day')}`;
  return `${day}T${figure('hour')}:${figure('minute')}:${figure('second')}${offset}`;
}

const secondFormatterFor = zoneFormatters({
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
