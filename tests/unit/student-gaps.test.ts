import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';
import { formatGaps, studentGaps } from '#app/students/student-gaps.ts';
import { StudentSchema } from '#app/schemas/student.ts';

const TODAY = '2026-11-22';

const anyOf = (characters: string) => fc.constantFrom(...characters.split(''));

/** Addresses that look right at first sight. */
const hostileEmail = fc.oneof(
  fc.constantFrom(
    'ann@x..org',
    'ann@localhost.x',
    '.ann@x.org',
    'ann.@x.org',
    'a..b@x.org',
    "ann'@x.org",
    "o'k@x.org",
  ),
  fc.string({ unit: anyOf("aZ9@@..-_+' é"), maxLength: 16 }),
  fc
    .tuple(
      fc.string({ unit: anyOf("aZ9.-_+'"), maxLength: 6 }),
      fc.string({ unit: anyOf('aZ9.-_'), maxLength: 8 }),
    )
    .map(([local, domain]) => `${local}@${domain}.org`),
);

const student = fc
  .record({
    first: fc.constantFrom('', ' ', 'Ann', 'x'.repeat(300), 'e\u0301'.repeat(100)),
    last: fc.constantFrom('', 'Lee', 'Le\u0007e', '\u200B'),
    middle: fc.constantFrom('', 'Kay', '\u200B'),
    dateOfBirth: fc.constantFrom('', '2010-03-04', '1899-12-31', '2010-02-31', '2100-02-29', '2010-13-01'),
    phone: fc.constantFrom(
      '',
      '907',
      '(907) 555-0123',
      '(107) 555-0123',
      `(907) 555-0123, extension ${'1'.repeat(30)}`,
    ),
    email: fc.oneof(fc.constantFrom('', 'ann', 'ann@example', 'ann@example.org'), hostileEmail),
    parentEmail: fc.constantFrom('', 'nobody', 'kay@example.org', `${'k'.repeat(250)}@example.org`),
    address1: fc.constantFrom('', '1 Spruce Street', '1'.repeat(121)),
    city: fc.constantFrom('', 'Sitka', '\u202Eakti'),
    state: fc.constantFrom('', 'AK'),
    zip5: fc.constantFrom('', '998', '99835'),
  })
  .map(({ address1, city, state, zip5, ...texts }): DraftStudent => {
    const { address, ...blank } = emptyStudent('AK');
    return { ...blank, ...texts, address: { ...address, address1, city, state, zip5 } };
  });

describe("the gaps that a student's line shows", () => {
  it('equal the number of fields that Review rejects', () => {
    fc.assert(
      fc.property(student, (one) => {
        const refused = StudentSchema.safeParse(one).error?.issues ?? [];
        const { missing, invalid } = studentGaps(one, TODAY);
        expect(missing + invalid).toBe(new Set(refused.map(({ path }) => path.join('.'))).size);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    [{}, 'Empty'],
    [{ first: 'Ann' }, '7 missing'],
    [{ first: 'Ann', phone: '907' }, '6 missing, 1 invalid'],
    [{ first: 'Ann', dateOfBirth: '2026-11-23' }, '6 missing, 1 invalid'],
  ])('of %j are written %s', (entered, expected) => {
    expect(formatGaps(studentGaps({ ...emptyStudent('AK'), ...entered }, TODAY))).toBe(expected);
  });

  it('are zero for a complete student', () => {
    const { address, ...blank } = emptyStudent('AK');
    const entered = { first: 'Ann', last: 'Lee', dateOfBirth: '2010-03-04', phone: '(907) 555-0123' };
    const lives = { ...address, address1: '1 Spruce Street', city: 'Sitka', zip5: '99835' };
    const complete = { ...blank, ...entered, email: 'ann@example.org', address: lives };
    expect(formatGaps(studentGaps(complete, TODAY))).toBe('Complete');
  });
});
