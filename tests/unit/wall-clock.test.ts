import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantsOnWallClock, isWallClock, wallClockAt } from '#app/lib/time/wall-clock.ts';

const ALASKA = 'America/Anchorage';

describe('the wall clock at an instant', () => {
  it.each([
    ['2026-12-01T08:59:00.000Z', ALASKA, '2026-11-30T23:59'],
    ['2026-12-01T08:59:59.999Z', ALASKA, '2026-11-30T23:59:59'],
    ['2026-07-01T08:00:00.000Z', ALASKA, '2026-07-01T00:00'],
    ['2026-12-01T09:00:00Z', ALASKA, '2026-12-01T00:00'],
    ['2027-01-01T00:00:00.000Z', 'UTC', '2027-01-01T00:00'],
    ['2026-12-31T12:00:00.000Z', 'Pacific/Kiritimati', '2027-01-01T02:00'],
  ])('%s in %s shows %s', (iso, zone, wall) => {
    expect(wallClockAt(iso, zone)).toBe(wall);
  });
});

describe('the instants of a wall-clock time', () => {
  it.each([
    ['2026-11-30T23:59', ['2026-12-01T08:59:00.000Z']],
    ['2026-11-30T23:59:59', ['2026-12-01T08:59:59.000Z']],
    ['2026-11-30T23:59:00', ['2026-12-01T08:59:00.000Z']],
    ['2026-07-01T00:00', ['2026-07-01T08:00:00.000Z']],
    ['2024-02-29T12:00', ['2024-02-29T21:00:00.000Z']],
  ])('%s in Alaska is %j', (wall, instants) => {
    expect(instantsOnWallClock(wall, ALASKA)).toEqual(instants);
  });

  it('are none in the hour skipped in spring, and one on either side', () => {
    expect(instantsOnWallClock('2026-03-08T01:59', ALASKA)).toEqual(['2026-03-08T10:59:00.000Z']);
    expect(instantsOnWallClock('2026-03-08T02:00', ALASKA)).toEqual([]);
    expect(instantsOnWallClock('2026-03-08T02:59', ALASKA)).toEqual([]);
    expect(instantsOnWallClock('2026-03-08T03:00', ALASKA)).toEqual(['2026-03-08T11:00:00.000Z']);
  });

  it('are two in the hour repeated in fall, and one on either side', () => {
    expect(instantsOnWallClock('2026-11-01T00:59', ALASKA)).toEqual(['2026-11-01T08:59:00.000Z']);
    expect(instantsOnWallClock('2026-11-01T01:00', ALASKA)).toEqual([
      '2026-11-01T09:00:00.000Z',
      '2026-11-01T10:00:00.000Z',
    ]);
    expect(instantsOnWallClock('2026-11-01T01:59', ALASKA)).toEqual([
      '2026-11-01T09:59:00.000Z',
      '2026-11-01T10:59:00.000Z',
    ]);
    expect(instantsOnWallClock('2026-11-01T02:00', ALASKA)).toEqual(['2026-11-01T11:00:00.000Z']);
  });

  it('are correct south of the equator, in zones with half hours, and without daylight saving time', () => {
    expect(instantsOnWallClock('2026-10-04T02:15', 'Australia/Lord_Howe')).toEqual([]);
    expect(instantsOnWallClock('2026-04-05T01:45', 'Australia/Lord_Howe')).toHaveLength(2);
    expect(instantsOnWallClock('2026-06-01T12:00', 'Asia/Kolkata')).toEqual(['2026-06-01T06:30:00.000Z']);
    expect(instantsOnWallClock('2026-11-01T01:30', 'America/Phoenix')).toEqual(['2026-11-01T08:30:00.000Z']);
  });

  it.each([
    '',
    '2026-02-30T10:00',
    '2026-11-30T24:00',
    '2026-11-30',
    '2026-11-30 10:00',
    '+12026-01-01T00:00',
    'now',
  ])("are none for %o, which isn't a date and time", (text) => {
    expect(isWallClock(text)).toBe(false);
    expect(instantsOnWallClock(text, ALASKA)).toEqual([]);
  });

  it('include the instant at which the wall clock was read', () => {
    const instant = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('2999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    const zone = fc.constantFrom(ALASKA, 'UTC', 'Europe/Dublin', 'Pacific/Apia', 'America/New_York');
    fc.assert(
      fc.property(instant, zone, (date, timeZone) => {
        const iso = new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString();
        expect(instantsOnWallClock(wallClockAt(iso, timeZone), timeZone)).toContain(iso);
      }),
      { numRuns: 500 },
    );
  });
});
