import { SCHEDULE_DAYS_MAX } from '#app/config/constants.ts';
import { isWallClock, readWallClock, type WallClockReading } from '#app/lib/time/wall-clock.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';

const DAY_MS = 86_400_000;

/** Returns the latest time that an email can be scheduled for. */
function latestSchedule(now: Date): Date {
  return new Date(now.getTime() + SCHEDULE_DAYS_MAX * DAY_MS);
}

/** Returns whether an email can be scheduled for a time: in the future, but not too far. */
export function isSchedulable(time: Date, now: Date): boolean {
  return time > now && time <= latestSchedule(now);
}

/** Returns the error for a time that an email can't be scheduled for. `timeZone` is an IANA name. */
export function scheduleError(now: Date, timeZone: string): string {
  const until = formatInZone(latestSchedule(now).toISOString(), timeZone);
  return `Choose a time between now and ${until}, or send now.`;
}

/** Reads a typed local time to send an email. Doesn't check whether it's in the future. */
export function readSchedule(typed: string, timeZone: string): WallClockReading {
  if (isWallClock(typed)) return readWallClock(typed, timeZone);
  return { error: 'Enter a date and time, such as 2026-11-30T23:59.' };
}
