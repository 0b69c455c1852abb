import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DraftStudent, emptyStudent } from '#app/lib/students/draft-students.ts';
import { formatGaps, studentGaps } from '#app/lib/students/student-gaps.ts';
import { StudentSchema } from '#app/schemas/student.ts';

const TODAY = '2026-11-22';

const student = fc
  .record({
    first: fc.constantFrom('', ' ', 'Ann'),
    last: fc.constantFrom('', 'Lee'),
    middle: fc.constantFrom('', 'Kay'),
    dateOfBirth: fc.constantFrom('', '2010-03-04', '1899-12-31'),
    phone: fc.constantFrom('', '907', '(907) 555-0123', '(107) 555-0123'),
    email: fc.constantFrom('', 'ann', 'ann@example', 'ann@example.org'),
    parentEmail: fc.constantFrom('', 'nobody', 'kay@example.org'),
    address1: fc.constantFrom('', '1 Spruce Street'),
    city: fc.constantFrom('', 'Sitka'),
    state: fc.constantFrom('', 'AK'),
    zip5: fc.constantFrom('', '998', '99835'),
  })
  .map(({ address1, city, state, zip5, ...texts }): DraftStudent => {
    const { address, ...blank } = emptyStudent('AK');
    return { ...blank, ...texts, address: { ...address, address1, city, state, zip5 } };
  });

describe('the gaps that a line tells', () => {
  it('equal the number of fields that Review rejects', () => {
    fc.assert(
      fc.property(student, (one) => {
        const refused = StudentSchema.safeParse(one).error?.issues ?? [];
        const { missing, invalid } = studentGaps(one, TODAY);
        expect(missing + invalid).toBe(new Set(refused.map(({ path }) => path.join('.'))).size);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [{}, 'Empty'],
    [{ first: 'Ann' }, '7 missing'],
    [{ first: 'Ann', phone: '907' }, '6 missing, 1 invalid'],
    [{ first: 'Ann', dateOfBirth: '2026-11-23' }, '6 missing, 1 invalid'],
  ])('of %j are written %s', (entered, words) => {
    expect(formatGaps(studentGaps({ ...emptyStudent('AK'), ...entered }, TODAY))).toBe(words);
  });

  it('are zero for a complete student', () => {
    const { address, ...blank } = emptyStudent('AK');
    const entered = { first: 'Ann', last: 'Lee', dateOfBirth: '2010-03-04', phone: '(907) 555-0123' };
    const lives = { ...address, address1: '1 Spruce Street', city: 'Sitka', zip5: '99835' };
    const complete = { ...blank, ...entered, email: 'ann@example.org', address: lives };
    expect(formatGaps(studentGaps(complete, TODAY))).toBe('Complete');
  });
});
