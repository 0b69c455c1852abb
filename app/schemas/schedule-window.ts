import { SCHEDULE_DAYS_MAX } from '#app/config/constants.ts';

const DAY_MS = 86_400_000;

/** The last moment for which an email can be scheduled. */
export function latestSchedule(now: Date): Date {
  return new Date(now.getTime() + SCHEDULE_DAYS_MAX * DAY_MS);
}

/** Whether an email can be scheduled for a time: one to come, and not too far away. */
export function isSchedulable(time: Date, now: Date): boolean {
  return time > now && time <= latestSchedule(now);
}
