import { expect, it } from 'vitest';
import { daysAfter, hasExpired } from '#app/lib/time/expiry.ts';

const NOW = new Date('2026-11-21T21:00:00.000Z');

it('an invite or request is valid until the last millisecond before it expires', () => {
  expect(hasExpired(new Date(NOW.getTime() + 1), NOW)).toBe(false);
  expect(hasExpired(NOW, NOW)).toBe(true);
  expect(hasExpired(new Date(NOW.getTime() - 1), NOW)).toBe(true);
});

it('an expiry in ISO 8601 is compared as an instant, not as text', () => {
  expect(hasExpired('2026-11-21T12:00:00-09:00', NOW.toISOString())).toBe(true);
  expect(hasExpired('2026-11-21T12:00:01-09:00', NOW.toISOString())).toBe(false);
});

it('days are 24 hours each, across a clock change, too', () => {
  expect(daysAfter(NOW, 14).toISOString()).toBe('2026-12-05T21:00:00.000Z');
  expect(daysAfter(new Date('2026-10-31T08:00:00.000Z'), 2).toISOString()).toBe('2026-11-02T08:00:00.000Z');
});
