import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookalikePairs, lookalikeSentences, type ListedIdentity } from '#app/students/same-student.ts';

const student = (first: string, email: string, dateOfBirth = '2009-05-17'): ListedIdentity => ({
  first,
  last: 'Lee',
  dateOfBirth,
  email,
  twin: false,
});

describe('students who are on one list twice', () => {
  it('are named by their positions, each with the first one', () => {
    const list = [
      student('Ann', 'ann@x.example'),
      student('Ben', 'ben@x.example'),
      student(' ANN ', ''),
      student('Ann', 'ann@x.example', '2009-05-18'),
      student('Bénjamin', 'BEN@x.example'),
      student('ann', 'other@x.example'),
    ];
    const pairs = lookalikePairs(list);
    expect(pairs).toEqual([
      { first: 1, second: 3 },
      { first: 2, second: 5 },
      { first: 1, second: 6 },
    ]);
    expect(lookalikeSentences(pairs)).toEqual([
      'Students 1, 3, and 6 may be the same person.',
      'Students 2 and 5 may be the same person.',
    ]);
  });

  it('are not twins with first names of their own who share an email', () => {
    const twin = (first: string, isMarked = true) => ({
      ...student(first, 'lees@x.example'),
      twin: isMarked,
    });
    expect(lookalikePairs([twin('Ann'), twin('Ben')])).toEqual([]);
    expect(lookalikePairs([twin('Ann'), twin('ann')])).toEqual([{ first: 1, second: 2 }]);
    expect(lookalikePairs([twin('Ann'), twin('Ben', false)])).toEqual([{ first: 1, second: 2 }]);
    expect(lookalikePairs([twin('Ann'), twin('')])).toEqual([{ first: 1, second: 2 }]);
  });

  it('are never empty forms', () => {
    const empty = { first: '', last: '', dateOfBirth: '', email: '', twin: false };
    expect(lookalikePairs([empty, empty, student('', ''), student('', '')])).toEqual([]);
    expect(lookalikePairs([])).toEqual([]);
  });

  it('are found within 100 ms among 500 who share birth date and last name', () => {
    const name = (index: number) => `${'É'.repeat(90)} ${index}`;
    const list = Array.from({ length: 500 }, (_, index) => student(name(index), `${name(index)}@x.example`));
    // The best of five, to exclude other load on the machine.
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      expect(lookalikePairs([...list, student(name(7), '')])).toEqual([{ first: 8, second: 501 }]);
      return performance.now() - begun;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });

  it('are described in fewer sentences than there are students', () => {
    const identity = fc.record({
      first: fc.constantFrom('Ann', 'Ben', ''),
      last: fc.constantFrom('Lee', 'Moss', ''),
      dateOfBirth: fc.constantFrom('2009-05-17', ''),
      email: fc.constantFrom('a@x.example', ''),
      twin: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(identity, { minLength: 1, maxLength: 30 }), (list) => {
        const pairs = lookalikePairs(list);
        expect(new Set(pairs.map(({ second }) => second)).size).toBe(pairs.length);
        expect(pairs.filter(({ first, second }) => first >= second)).toEqual([]);
        expect(pairs.length).toBeLessThan(list.length);
      }),
    );
  });
});
