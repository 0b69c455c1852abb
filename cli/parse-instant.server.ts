import { isWallClock, readWallClock } from '#app/lib/time/wall-clock.ts';
import { Instant, INSTANT_BOUNDS_MESSAGE, WrittenInstant } from '#app/schemas/fields.ts';
import { CommandFailure, EXIT } from './command-failure.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/;

/**
 * Parses a date (at `clock`) or local date and time in `timeZone`, or an ISO 8601 instant. Returns ISO 8601 in UTC.
 *
 * @throws {CommandFailure} when it isn't valid, or a clock change skips or repeats it (usage error)
 */
export function parseInstant(
  option: string,
  typed: string,
  { clock, timeZone }: { clock: string; timeZone: string },
): string {
  const [, day, time] = DAY_AND_TIME.exec(DAY.test(typed) ? `${typed} ${clock}` : typed) ?? [];
  if (day === undefined || time === undefined) {
    if (WrittenInstant.safeParse(typed).success) return storable(typed);
    throw failure(`enter a day like 2026-12-01, a time like "2026-12-01 17:00", or 2026-12-02T02:00:00Z.`);
  }
  const wallClock = `${day}T${time}`;
  if (!isWallClock(wallClock)) throw failure(`this day or time doesn't exist.`);
  const reading = readWallClock(wallClock, timeZone);
  if (reading.instant === undefined) throw failure(reading.error);
  return storable(reading.instant);

  function storable(written: string): string {
    const instant = Instant.safeParse(written);
    if (instant.success) return instant.data;
    throw failure(INSTANT_BOUNDS_MESSAGE);
  }

  function failure(why: string): CommandFailure {
    return new CommandFailure(`${option} ${typed}: ${why}`, EXIT.usage);
  }
}
