import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOn, ageWarning } from '#app/lib/time/age.ts';

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('an age', () => {
  it.each([
    ['2010-11-21', '2026-11-20', 15],
    ['2010-11-21', '2026-11-21', 16],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2026-11-21', '2026-11-21', 0],
  ])('of someone born on %s is, on %s, %i', (born, today, age) => {
    expect(ageOn(born, today)).toBe(age);
  });

  it('grows by one from birthday to birthday', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 80 }), (born, years) => {
        fc.pre(!born.endsWith('02-29'));
        const birthday = `${Number(born.slice(0, 4)) + years}${born.slice(4)}`;
        expect(ageOn(born, birthday)).toBe(years);
        const eve = new Date(Date.parse(birthday) - 86_400_000).toISOString().slice(0, 10);
        expect(ageOn(born, eve)).toBe(years - 1);
      }),
    );
  });

  it('has a warning below 16 and above 19, and only then', () => {
    fc.assert(
      fc.property(day, day, (born, today) => {
        fc.pre(born <= today);
        const age = ageOn(born, today);
        const expected =
          age > 19
            ? 'Warning: age is more than 19 years old'
            : age < 16
              ? 'Warning: age is less than 16 years old'
              : null;
        expect(ageWarning(born, today)).toBe(expected);
      }),
    );
  });

  it.each(['', '1899-12-31', '2026-06-02'])('has no warning without a possible birth date: %s', (born) => {
    expect(ageWarning(born, '2026-06-01')).toBeNull();
  });
});
