import { describe, expect, it } from 'vitest';
import { dayInZone, formatInZone, timeInZone } from '#app/lib/time/zoned-time.ts';

const ALASKA = 'America/Anchorage';

describe('formatInZone', () => {
  it.each([
    ['2026-11-21T14:22:00.000Z', 'Nov 21, 2026, 5:22 AM AKST'],
    ['2026-07-04T20:05:09.000Z', 'Jul 4, 2026, 12:05 PM AKDT'],
    ['2026-01-01T09:00:00.000Z', 'Jan 1, 2026, 12:00 AM AKST'],
    ['2026-01-01T08:59:59.999Z', 'Dec 31, 2025, 11:59 PM AKST'],
    ['2026-09-30T23:00:00+00:00', 'Sep 30, 2026, 3:00 PM AKDT'],
  ])('%s is %s in Alaska', (iso, expected) => {
    expect(formatInZone(iso, ALASKA)).toBe(expected);
  });

  it('dayInZone names the day alone, in that zone', () => {
    expect(dayInZone('2026-01-01T08:59:59.999Z', ALASKA)).toBe('Dec 31, 2025');
    expect(dayInZone('2999-01-29T08:59:00Z', ALASKA)).toBe('Jan 28, 2999');
  });

  it('distinguishes the repeated hour in the fall by the abbreviation', () => {
    expect(formatInZone('2026-11-01T09:30:00Z', ALASKA)).toBe('Nov 1, 2026, 1:30 AM AKDT');
    expect(formatInZone('2026-11-01T10:30:00Z', ALASKA)).toBe('Nov 1, 2026, 1:30 AM AKST');
  });

  it('skips the missing hour of spring', () => {
    expect(formatInZone('2026-03-08T10:59:00Z', ALASKA)).toBe('Mar 8, 2026, 1:59 AM AKST');
    expect(formatInZone('2026-03-08T11:00:00Z', ALASKA)).toBe('Mar 8, 2026, 3:00 AM AKDT');
  });

  it('prints other zones too', () => {
    expect(formatInZone('2026-11-21T14:22:00Z', 'America/New_York')).toBe('Nov 21, 2026, 9:22 AM EST');
    expect(formatInZone('2026-11-21T14:22:00Z', 'UTC')).toBe('Nov 21, 2026, 2:22 PM UTC');
  });

  it('uses plain spaces only, for every hour of the day', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const iso = `2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`;
      expect(formatInZone(iso, ALASKA)).toMatch(/^Nov \d\d, 2026, \d{1,2}:00 [AP]M AKST$/);
    }
  });

  it('refuses invalid instants and unknown zones', () => {
    expect(() => formatInZone('yesterday', ALASKA)).toThrow(RangeError);
    expect(() => formatInZone('2026-11-21T14:22:00Z', 'America/Laurel')).toThrow(RangeError);
  });
});

describe('timeInZone', () => {
  it.each([
    ['2026-11-21T13:56:00.000Z', '4:56 AM AKST'],
    ['2026-07-04T08:05:09.000Z', '12:05 AM AKDT'],
    ['2026-07-04T20:00:00.000Z', '12:00 PM AKDT'],
  ])('%s is %s in Alaska', (iso, expected) => {
    expect(timeInZone(iso, ALASKA)).toBe(expected);
  });
});
