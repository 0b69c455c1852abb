import { zonedDay, zoneFormatters } from '#app/lib/time/zoned-time.ts';

/**
 * Converts local times in a zone to and from instants: 'YYYY-MM-DDTHH:MM', with ':SS' if needed, as in `datetime-local`
 * inputs. Each year, the clocks skip an hour and repeat another.
 */

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * Returns the local time at an instant, without fractions of a second.
 *
 * @param iso an ISO 8601 instant
 * @param timeZone an IANA name, such as `America/Anchorage`
 */
export function wallClockAt(iso: string, timeZone: string): string {
  return wallClockOf(Date.parse(iso), timeZone);
}

/**
 * Returns the instants (ISO 8601, UTC) with this local time: usually one, none if it is skipped or invalid, and two in
 * order if it is repeated.
 */
export function instantsOnWallClock(wallClock: string, timeZone: string): string[] {
  if (!isWallClock(wallClock)) return [];
  const asUtc = Date.parse(`${wallClock}Z`);
  // Offsets a day before and a day after: in between, the clocks change at most once.
  const candidates = [-DAY_MS, DAY_MS].map((away) => asUtc - utcOffsetMs(asUtc + away, timeZone));
  const wanted = withoutZeroSeconds(wallClock);
  return [...new Set(candidates)]
    .filter((instant) => wallClockOf(instant, timeZone) === wanted)
    .sort((one, other) => one - other)
    .map((instant) => new Date(instant).toISOString());
}

/**
 * Returns the last instant before or at `now` with this time of day.
 *
 * @param time like '07:00'
 * @param timeZone an IANA name
 */
export function lastTimeOfDay(time: string, now: Date, timeZone: string): Date {
  const onDayOf = (day: Date) =>
    new Date(instantsOnWallClock(`${zonedDay(day, timeZone)}T${time}`, timeZone)[0] ?? day);
  const today = onDayOf(now);
  return today <= now ? today : onDayOf(new Date(now.getTime() - DAY_MS));
}

/** The instant, or why there is none or more than one. */
export type WallClockReading =
  | { readonly instant: string; readonly error?: undefined }
  | { readonly instant?: undefined; readonly error: string };

/** Reads a local time that someone typed. Reports a skipped or repeated time instead of guessing. */
export function readWallClock(wallClock: string, timeZone: string): WallClockReading {
  const [instant, another] = instantsOnWallClock(wallClock, timeZone);
  if (instant === undefined) {
    return {
      error:
        "This time doesn't exist: daylight saving time skips this hour. Choose a time an hour earlier or later.",
    };
  }
  if (another === undefined) return { instant };
  return {
    error:
      'This time occurs twice because daylight saving time ends in this hour. Choose a time an hour earlier or later.',
  };
}

/** Returns whether the text is a real date and time: not Feb 30, not 24:00. */
export function isWallClock(text: string): boolean {
  const figures = WALL_CLOCK.exec(text);
  if (figures === null) return false;
  const time = Date.parse(`${text}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function wallClockOf(instant: number, timeZone: string): string {
  const shown = new Date(instant + utcOffsetMs(instant, timeZone));
  return withoutZeroSeconds(shown.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length));
}

/** Returns the offset from UTC in milliseconds; negative in America. */
function utcOffsetMs(instant: number, timeZone: string): number {
  const figures = new Map(
    formatterFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const figure = (type: Intl.DateTimeFormatPartTypes) => figures.get(type) ?? 0;
  const shown = Date.UTC(
    figure('year'),
    figure('month') - 1,
    figure('day'),
    figure('hour'),
    figure('minute'),
    figure('second'),
  );
  return shown - Math.floor(instant / SECOND_MS) * SECOND_MS;
}

const formatterFor = zoneFormatters({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

function withoutZeroSeconds(wallClock: string): string {
  return wallClock.replace(/^(.{16}):00$/, '$1');
}
