import { zonedDay } from '#app/lib/time/zoned-time.ts';
import type { DemoAddress } from './demo-students.ts';
import { SeededRandom } from './seeded-random.ts';

const ALASKA = 'America/Anchorage';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The offset of Alaska Standard Time from UTC. */
const ALASKA_MIDNIGHT_HOURS = 9;

/** Returns a working time in Alaska, `days` before `now` (after if negative); `name` determines the hour. */
export function daysBefore(now: Date, days: number, name: string): Date {
  const today = Math.floor((now.getTime() - ALASKA_MIDNIGHT_HOURS * HOUR_MS) / DAY_MS) * DAY_MS;
  const minutes = new SeededRandom(`time ${name}`).between(7 * 60, 16 * 60);
  return new Date(today + ALASKA_MIDNIGHT_HOURS * HOUR_MS - days * DAY_MS + minutes * 60_000);
}

/** Returns a local time in Alaska, like '23:59', `days` after `now`. In summer, it may be an hour later. */
export function alaskaTime(now: Date, days: number, time: string): Date {
  const day = zonedDay(new Date(now.getTime() + days * DAY_MS), ALASKA);
  const inWinter = new Date(`${day}T${time}:00-09:00`);
  return zonedDay(inWinter, ALASKA) === day ? inWinter : new Date(`${day}T${time}:00-08:00`);
}

const DAYS_OF_A_YEAR = 365;

/** Returns the active year's dates around the seed's day, or an earlier year's, shifted by whole years. */
export function yearDates(now: Date, yearsAgo = 0) {
  const on = (days: number, time: string) => alaskaTime(now, days - yearsAgo * DAYS_OF_A_YEAR, time);
  return {
    opens_at: on(-80, '08:00'),
    early_due_at: on(21, '23:59'),
    due_at: on(60, '23:59'),
    corrections_due_at: on(90, '23:59'),
  };
}

export function timestamps(createdAt: Date, updatedAt = createdAt) {
  return { created_at: createdAt, updated_at: updatedAt };
}

export function addressColumns(address: DemoAddress) {
  return {
    address_id: address.id,
    address_address1: address.address1,
    address_address2: address.address2,
    address_city: address.city,
    address_state: address.state,
    address_zip5: address.zip5,
    address_zip4: address.zip4,
    address_status: address.status,
  };
}
