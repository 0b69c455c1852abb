import { SCHEDULE_DAYS_MAX } from '#app/config/constants.ts';

const DAY_MS = 86_400_000;

/** Returns the latest time that an email can be scheduled for. */
export function latestSchedule(now: Date): Date {
  return new Date(now.getTime() + SCHEDULE_DAYS_MAX * DAY_MS);
}

/** Returns whether an email can be scheduled for a time: in the future, but not too far. */
export function isSchedulable(time: Date, now: Date): boolean {
  return time > now && time <= latestSchedule(now);
}
