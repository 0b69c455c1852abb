import { zoneFormatters } from '#app/lib/time/zone-formatters.ts';

/**
 * What a calendar and a clock on the wall show in a time zone, to and from instants: 'YYYY-MM-DDTHH:MM', as `<input
 * type="datetime-local">` has it, with ':SS' where there are seconds. Once a year such a clock skips an hour, and once it shows one twice.
 */

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
const WALL_CLOCK = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * What the wall shows at an instant; parts of a second are left out.
 *
 * @param iso an ISO 8601 instant
 * @param timeZone an IANA name, such as `America/Anchorage`
 */
export function wallClockAt(iso: string, timeZone: string): string {
  return wallClockOf(Date.parse(iso), timeZone);
}

/**
 * The instants, ISO 8601 in UTC, at which the wall shows this: one as a rule; none in the hour that is skipped when the clocks go
 * forward, or for what is no date and time; two, the earlier first, in the hour that comes twice when they go back.
 */
export function instantsOnWallClock(wallClock: string, timeZone: string): string[] {
  if (!isWallClock(wallClock)) return [];
  const asUtc = Date.parse(`${wallClock}Z`);
  // The zone's distance from UTC a day before and a day after: between them the clocks are changed once at most.
  const candidates = [-DAY_MS, DAY_MS].map((away) => asUtc - distanceFromUtc(asUtc + away, timeZone));
  const wanted = withoutZeroSeconds(wallClock);
  return [...new Set(candidates)]
    .filter((instant) => wallClockOf(instant, timeZone) === wanted)
    .sort((one, other) => one - other)
    .map((instant) => new Date(instant).toISOString());
}

/** The one instant that is meant, or why that cannot be told. */
export type WallClockReading =
  | { readonly instant: string; readonly error?: undefined }
  | { readonly instant?: undefined; readonly error: string };

/** Reads a date and time that someone typed; which of two instants is meant is not guessed. */
export function readWallClock(wallClock: string, timeZone: string): WallClockReading {
  const [instant, another] = instantsOnWallClock(wallClock, timeZone);
  if (instant === undefined) {
    return {
      error:
        'The clocks go forward in this hour, so there is no such time. Choose one an hour earlier or later.',
    };
  }
  if (another === undefined) return { instant };
  return {
    error: 'The clocks go back in this hour, so this time occurs twice. Choose one an hour earlier or later.',
  };
}

/** Whether a text is a date and a time that calendars and clocks have: no 30th of February, no 24:00. */
export function isWallClock(text: string): boolean {
  const figures = WALL_CLOCK.exec(text);
  if (figures === null) return false;
  const time = Date.parse(`${text}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function wallClockOf(instant: number, timeZone: string): string {
  const shown = new Date(instant + distanceFromUtc(instant, timeZone));
  return withoutZeroSeconds(shown.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length));
}

/** How far the wall's clock is before UTC at an instant, in milliseconds; negative in America. */
function distanceFromUtc(instant: number, timeZone: string): number {
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
