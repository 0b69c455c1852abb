import { dayInZone } from './zoned-time.ts';

/**
 * Returns a day without a time as `Jan 19, 2027`.
 *
 * @param day YYYY-MM-DD
 */
export function plainDay(day: string): string {
  return dayInZone(`${day}T12:00:00Z`, 'UTC');
}
