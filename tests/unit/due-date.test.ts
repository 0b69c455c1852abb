import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDaysBetween, formatDueDate } from '#app/lib/time/due-date.ts';

const ALASKA = 'America/Anchorage';
/** Friday, 5 PM in Alaska. */
const DUE = '2026-05-16T01:00:00.000Z';

/** Joins the two parts like the screens do. */
function textOf(...given: Parameters<typeof formatDueDate>): string {
  const { due, detail } = formatDueDate(...given);
  return `${due} · ${detail}`;
}

describe('how long until something is due, in Alaska', () => {
  it.each([
    ['twelve days before, in the morning', '2026-05-03T17:00:00.000Z', 'Due % · 12 days left'],
    ['twelve days before, a second before midnight', '2026-05-04T07:59:59.999Z', 'Due % · 12 days left'],
    ['eleven days before, at midnight', '2026-05-04T08:00:00.000Z', 'Due % · 11 days left'],
    ['the day before, a second before midnight', '2026-05-15T07:59:59.999Z', 'Due % · 1 day left'],
    ['the day itself, at midnight', '2026-05-15T08:00:00.000Z', 'Due today · %'],
    ['in the last instant', DUE, 'Due today · %'],
    ['a millisecond later', '2026-05-16T01:00:00.001Z', 'Was due today · %'],
    ['that day, a second before midnight', '2026-05-16T07:59:59.999Z', 'Was due today · %'],
    ['the day after, at midnight', '2026-05-16T08:00:00.000Z', 'Was due 1 day ago · %'],
    ['three days later', '2026-05-18T12:00:00.000Z', 'Was due 3 days ago · %'],
  ])('%s', (_when, now, expected) => {
    expect(textOf(DUE, now, ALASKA)).toBe(expected.replace('%', 'Friday, May 15, 2026, 5:00 PM AKDT'));
  });

  it.each([
    // Daylight saving time starts at 2 AM on March 8, so that day has 23 hours.
    ['spring, one second before its midnight', '2026-03-08T08:59:59.999Z', '2026-03-09T07:59:00.000Z', 1],
    ['spring, the whole short day', '2026-03-08T09:00:00.000Z', '2026-03-09T07:59:59.999Z', 0],
    ['spring, over the short day', '2026-03-07T09:00:00.000Z', '2026-03-09T08:00:00.000Z', 2],
    // It ends at 2 AM on November 1, so that day has 25 hours.
    ['fall, the whole long day', '2026-11-01T08:00:00.000Z', '2026-11-02T08:59:59.999Z', 0],
    ['fall, the day after the long one', '2026-11-01T08:00:00.000Z', '2026-11-02T09:00:00.000Z', 1],
    ['fall, back over the long day', '2026-11-02T09:00:00.000Z', '2026-10-31T08:00:00.000Z', -2],
    ['a year with a day more', '2028-02-28T12:00:00.000Z', '2028-03-01T12:00:00.000Z', 2],
    ['New Year', '2027-01-01T08:59:59.999Z', '2027-01-01T09:00:00.000Z', 1],
  ])('%s', (_when, from, to, days) => {
    expect(calendarDaysBetween(from, to, ALASKA)).toBe(days);
    expect(calendarDaysBetween(to, from, ALASKA)).toBe(days === 0 ? 0 : -days);
  });

  it('uses the time zone abbreviation of the due day, not of today', () => {
    expect(textOf('2026-11-02T02:00:00.000Z', '2026-10-31T18:00:00.000Z', ALASKA)).toBe(
      'Due Sunday, Nov 1, 2026, 5:00 PM AKST · 1 day left',
    );
  });

  it('counts in the zone it is given', () => {
    const now = '2026-05-15T09:00:00.000Z';
    expect(textOf(DUE, now, 'UTC')).toBe('Due Saturday, May 16, 2026, 1:00 AM UTC · 1 day left');
    expect(textOf(DUE, now, ALASKA)).toBe('Due today · Friday, May 15, 2026, 5:00 PM AKDT');
  });

  it('is a whole number of days, off by at most one hour at a clock change', () => {
    const instant = fc
      .date({
        min: new Date('2020-01-01T00:00:00Z'),
        max: new Date('2035-01-01T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(instant, instant, (from, to) => {
        const days = calendarDaysBetween(from, to, ALASKA);
        const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000;
        expect(Number.isInteger(days)).toBe(true);
        expect(Math.abs(hours - days * 24)).toBeLessThanOrEqual(25);
      }),
    );
  });
});
