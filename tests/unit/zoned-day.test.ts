import { expect, it } from 'vitest';
import { zonedDay } from '#app/lib/time/zoned-time.ts';

it.each([
  ['2026-11-21T08:59:59.999Z', 'America/Anchorage', '2026-11-20'],
  ['2026-11-21T09:00:00.000Z', 'America/Anchorage', '2026-11-21'],
  ['2026-07-01T07:59:59.999Z', 'America/Anchorage', '2026-06-30'],
  ['2026-07-01T08:00:00.000Z', 'America/Anchorage', '2026-07-01'],
  ['2027-01-01T00:00:00.000Z', 'UTC', '2027-01-01'],
  ['2026-12-31T12:00:00.000Z', 'Pacific/Kiritimati', '2027-01-01'],
])('%s is, in %s, on %s', (instant, timeZone, day) => {
  expect(zonedDay(new Date(instant), timeZone)).toBe(day);
});
