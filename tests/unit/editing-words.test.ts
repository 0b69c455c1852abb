import { describe, expect, it } from 'vitest';
import { differencesInWords } from '#app/lib/draft-differences.ts';
import { type DraftContent, emptyStudent } from '#app/lib/draft.ts';
import { changeInWords, colleaguesInWords, takenOverInWords } from '#app/lib/editing-words.ts';

const kim = { id: 'u1', firstName: 'Kim', lastName: 'Lee' };
const ann = { id: 'u2', firstName: 'Ann', lastName: 'Ray' };
const bo = { id: 'u3', firstName: 'Bo', lastName: 'Fox' };
const at = '2026-11-21T23:03:00.000Z';
const reader = { userId: 'u9', today: '2026-11-21', timeZone: 'America/Anchorage' };

describe('who else is there', () => {
  it('is told by name', () => {
    expect(colleaguesInWords([])).toBeNull();
    expect(colleaguesInWords([kim])).toBe('Kim Lee is also editing this designation.');
    expect(colleaguesInWords([kim, ann])).toBe('Kim Lee and Ann Ray are also editing this designation.');
    expect(colleaguesInWords([kim, ann, bo])).toBe(
      'Kim Lee, Ann Ray and Bo Fox are also editing this designation.',
    );
  });
});

describe('who changed it', () => {
  it('is told with the time of day, and with the date on another day', () => {
    expect(changeInWords({ at, by: kim }, reader)).toBe('Kim Lee changed this designation at 14:03');
    expect(changeInWords({ at, by: kim }, { ...reader, today: '2026-11-22' })).toBe(
      'Kim Lee changed this designation at Nov 21, 2026, 2:03 PM AKST',
    );
    expect(changeInWords({ at, by: kim }, reader, 'submitted')).toBe(
      'Kim Lee submitted this designation at 14:03',
    );
    expect(takenOverInWords({ at, by: kim }, reader)).toBe('Updated with what Kim Lee saved at 14:03.');
  });

  it('may be oneself elsewhere, or not be known', () => {
    const self = { ...reader, userId: kim.id };
    expect(changeInWords({ at, by: kim }, self)).toBe(
      'You changed this designation in another tab or on another device at 14:03',
    );
    expect(takenOverInWords({ at, by: kim }, self)).toBe(
      'Updated with what you saved in another tab or on another device at 14:03.',
    );
    for (const change of [null, { at, by: null }]) {
      expect(changeInWords(change, reader)).toBe('Somebody else changed this designation in the meantime');
      expect(takenOverInWords(change, reader)).toBe('Updated with what was saved in the meantime.');
    }
  });
});

describe('where two versions differ', () => {
  const student = (first: string, more = {}) => ({ ...emptyStudent('AK'), first, ...more });
  const content = (given: Partial<DraftContent> = {}): DraftContent => ({
    classSize: 20,
    criteria: 'OTHER',
    criteriaComment: '',
    students: [student('Ann'), student('Bo')],
    ...given,
  });

  it('is told by place and field, never by value', () => {
    expect(differencesInWords(content(), content())).toEqual([]);
    expect(
      differencesInWords(
        content({ classSize: null, criteriaComment: 'Mine' }),
        content({
          students: [
            student('Anna', { phone: '1' }),
            student('Bo', { address: { ...student('').address, city: 'Sitka' } }),
          ],
        }),
      ),
    ).toEqual(['Class size', 'Comment', 'Student 1: first name, phone', 'Student 2: address']);
  });

  it('tells students whom only one of them has, and counts what would be too long', () => {
    expect(differencesInWords(content(), content({ students: [student('Ann')] }))).toEqual([
      'Student 2: only here',
    ]);
    expect(differencesInWords(content({ students: [] }), content())).toEqual([
      'Student 1: only in the saved version',
      'Student 2: only in the saved version',
    ]);
    const many = Array.from({ length: 12 }, () => student('Cy'));
    expect(differencesInWords(content({ students: [] }), content({ students: many })).at(-1)).toBe('4 more');
  });
});
