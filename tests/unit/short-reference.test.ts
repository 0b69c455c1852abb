import { expect, it } from 'vitest';
import { findReference, shortReference } from '#app/lib/text/short-reference.ts';

it('a reference has the year and the first 40 bits of the ID in Crockford base 32', () => {
  expect(shortReference(2026, '00000000-0000-4000-8000-000000000000')).toBe('2026-0000-0000');
  expect(shortReference(2026, 'ffffffff-ffff-4fff-bfff-ffffffffffff')).toBe('2026-ZZZZ-ZZZZ');
  expect(shortReference(2027, '08864298-e8ff-4fff-bfff-ffffffffffff')).toBe('2027-1234-5678');
  expect(shortReference(2026, '3cc74b8b-b600-4000-8000-000000000000')).toBe('2026-7K3M-Q2XP');
});

it('a reference has no letters that are misread as digits', () => {
  const ids = Array.from({ length: 500 }, () => crypto.randomUUID());
  const references = ids.map((id) => shortReference(2026, id));
  expect(references.filter((one) => !/^2026-[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/.test(one))).toEqual(
    [],
  );
  expect(new Set(references).size).toBe(500);
});

it('a reference is recognized however it is typed', () => {
  const expected = { year: 2026, start: '3cc74b8bb6' };
  for (const typed of ['2026-7K3M-Q2XP', ' 2026 7k3m q2xp ', '2026-7k3m q2XP']) {
    expect(findReference(typed)).toEqual(expected);
  }
  expect(findReference('2027-l234-5678')).toEqual({ year: 2027, start: '08864298e8' });
  expect(findReference('2026-oooo-0O0o')).toEqual({ year: 2026, start: '0000000000' });
  for (const typed of ['', '2026', '2026-7K3M', '2026-7K3M-Q2XPX', 'x2026-7K3M-Q2XP', '2026-7K3U-Q2XP']) {
    expect(findReference(typed)).toBeNull();
  }
});
