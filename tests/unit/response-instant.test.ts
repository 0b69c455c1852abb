import { expect, it } from 'vitest';
import { ResponseInstant } from '#app/schemas/fields.ts';

it.each([
  ['a Date of an entity', new Date('2026-11-21T14:37:53.949Z')],
  ['an instant of a response', '2026-11-21T14:37:53.949Z'],
  ["PostgreSQL's text", '2026-11-21 14:37:53.949+00'],
  ["PostgreSQL's JSON, in another time zone", '2026-11-21T05:37:53.949-09:00'],
])('an instant is parsed from %s', (_, given) => {
  expect(ResponseInstant.parse(given)).toBe('2026-11-21T14:37:53.949Z');
});

it.each(['2026-11-21', '2026-11-21 14:37:53', 'infinity', ''])(
  "an instant isn't parsed from '%s'",
  (given) => {
    expect(ResponseInstant.safeParse(given).success).toBe(false);
  },
);
