import { describe, expect, it } from 'vitest';
import {
  ONLY_IN_LABELS,
  CHANGED,
  formatDifferences,
} from '#app/components/designate/draft/draft-differences.ts';
import type { DraftContent } from '#app/components/designate/draft/draft.ts';
import { emptyStudent } from '#app/students/draft-students.ts';
import {
  formatBothChanged,
  formatLastChange,
  formatColleagues,
  formatNewerState,
  formatOtherSide,
  formatIncoming,
} from '#app/messages/editing-labels.ts';

const kim = { id: 'u1', firstName: 'Kim', lastName: 'Lee' };
const ann = { id: 'u2', firstName: 'Ann', lastName: 'Ray' };
const bo = { id: 'u3', firstName: 'Bo', lastName: 'Fox' };
const at = '2026-11-21T23:03:00.000Z';
const reader = { userId: 'u9', today: '2026-11-21', timeZone: 'America/Anchorage' };

describe('the sentence about other editors', () => {
  it('names one, two, or three people', () => {
    expect(formatColleagues([])).toBeNull();
    expect(formatColleagues([kim])).toBe('Kim Lee is also editing this designation.');
    expect(formatColleagues([kim, ann])).toBe('Kim Lee and Ann Ray are also editing this designation.');
    expect(formatColleagues([kim, ann, bo])).toBe(
      'Kim Lee, Ann Ray, and Bo Fox are also editing this designation.',
    );
  });
});

describe('the sentence about a designation that is newer than the page', () => {
  const shown = { version: 4, status: 'PENDING' } as const;
  const changed = { at, by: kim };

  it.each([
    ['APPROVED', 'Kim Lee approved this designation at 2:03 PM AKST.'],
    ['RETURNED', 'Kim Lee returned this designation at 2:03 PM AKST.'],
    ['REJECTED', 'Kim Lee rejected this designation at 2:03 PM AKST.'],
    ['STARTED', 'Kim Lee changed this designation at 2:03 PM AKST.'],
    ['PENDING', 'Kim Lee changed this designation at 2:03 PM AKST.'],
  ] as const)('says what a colleague made of it: %s', (status, sentence) => {
    expect(formatNewerState({ version: 5, status, changed }, shown, reader)).toBe(sentence);
  });

  it("doesn't repeat a decision that the page shows", () => {
    const approved = { version: 5, status: 'APPROVED' } as const;
    expect(formatNewerState({ ...approved, changed }, approved, reader)).toBeNull();
    expect(formatNewerState({ ...shown, changed }, approved, reader)).toBeNull();
    expect(formatNewerState({ ...approved, version: 6, changed }, approved, reader)).toBe(
      'Kim Lee changed this designation at 2:03 PM AKST.',
    );
  });

  it("addresses the reader, and doesn't make up a name", () => {
    const approved = { version: 5, status: 'APPROVED' } as const;
    expect(formatNewerState({ ...approved, changed }, shown, { ...reader, userId: kim.id })).toBe(
      'You approved this designation in another tab or on another device at 2:03 PM AKST.',
    );
    expect(formatNewerState({ ...approved, changed: null }, shown, reader)).toBe(
      'Someone else approved this designation in the meantime.',
    );
  });
});

describe('the sentence about who changed a designation', () => {
  it('is about two people, or about one in two tabs', () => {
    const alone = 'You changed the items below both here and in another tab or on another device';
    expect(formatBothChanged({ at, by: kim }, reader)).toBe('You both changed the items below');
    expect(formatBothChanged(null, reader)).toBe('You both changed the items below');
    expect(formatBothChanged({ at, by: kim }, { ...reader, userId: kim.id })).toBe(alone);
  });

  it('has the time of day, and the date for another day', () => {
    expect(formatLastChange({ at, by: kim }, reader)).toBe(
      'Kim Lee changed this designation at 2:03 PM AKST',
    );
    expect(formatLastChange({ at, by: kim }, { ...reader, today: '2026-11-22' })).toBe(
      'Kim Lee changed this designation on Nov 21, 2026, 2:03 PM AKST',
    );
    expect(formatLastChange({ at, by: kim }, reader, 'submitted')).toBe(
      'Kim Lee submitted this designation at 2:03 PM AKST',
    );
    expect(formatIncoming({ at, by: kim }, reader, [])).toBe(
      'Updated with the changes Kim Lee made at 2:03 PM AKST.',
    );
    expect(formatIncoming({ at, by: kim }, reader, ['Comment', 'Student 1 (Ann): phone'])).toBe(
      'Updated with the changes Kim Lee made at 2:03 PM AKST: Comment; Student 1 (Ann): phone.',
    );
    expect(formatOtherSide({ at, by: kim }, reader)).toBe("Kim Lee's");
  });

  it("may be about the reader's other tab or an unknown person", () => {
    const self = { ...reader, userId: kim.id };
    expect(formatLastChange({ at, by: kim }, self)).toBe(
      'You changed this designation in another tab or on another device at 2:03 PM AKST',
    );
    expect(formatIncoming({ at, by: kim }, self, [])).toBe(
      'Updated with the changes you made in another tab or on another device at 2:03 PM AKST.',
    );
    expect(formatOtherSide({ at, by: kim }, self)).toBe('Your other tab or device');
    for (const change of [null, { at, by: null }]) {
      expect(formatLastChange(change, reader)).toBe('Someone else changed this designation in the meantime');
      expect(formatIncoming(change, reader, [])).toBe('Updated with changes saved in the meantime.');
      expect(formatOtherSide(change, reader)).toBe("Someone else's");
    }
  });
});

describe('the differences between two versions', () => {
  const student = (first: string, more = {}) => ({ ...emptyStudent('AK'), first, ...more });
  const content = (given: Partial<DraftContent> = {}): DraftContent => ({
    classSize: 20,
    criteria: 'OTHER',
    criteriaComment: '',
    students: [student('Ann'), student('Bo')],
    ...given,
  });

  it('are listed by student and field, never by value', () => {
    expect(formatDifferences(content(), content(), ONLY_IN_LABELS)).toEqual([]);
    expect(
      formatDifferences(
        content({ classSize: null, criteriaComment: 'Mine' }),
        content({
          students: [
            student('Anna', { last: 'Lee', phone: '1' }),
            student('Bo', { address: { ...student('').address, city: 'Sitka' } }),
          ],
        }),
        ONLY_IN_LABELS,
      ),
    ).toEqual([
      'Class size',
      'Comment',
      'Student 1 (Anna Lee): first name, last name, phone',
      'Student 2 (Bo): address',
    ]);
    const unnamed = [student('', { phone: '1' }), student('', { phone: '2' })].map((one) =>
      content({ students: [one] }),
    );
    expect(unnamed.map((one) => formatDifferences(content({ students: [] }), one, CHANGED))).toEqual([
      ['Student 1: added'],
      ['Student 1: added'],
    ]);
  });

  it('compare stored students by ID, so that one who was removed is not confused with those who moved up', () => {
    const [one, two, three] = ['Ann', 'Bo', 'Cy'].map((first) => student(first, { id: first }));
    const all = content({ students: [one, two, three].flatMap((known) => known ?? []) });
    const removed = content({ students: [one, three].flatMap((known) => known ?? []) });
    expect(formatDifferences(all, removed, CHANGED)).toEqual(['Student 2 (Bo): removed']);
    expect(formatDifferences(removed, all, ONLY_IN_LABELS)).toEqual([
      'Student 2 (Bo): only in the latest version',
    ]);
    const typed = content({ students: [...removed.students, student('Di')] });
    expect(formatDifferences(typed, all, ONLY_IN_LABELS)).toEqual([
      'Student 2 (Bo): only in the latest version',
      'Student 3 (Di): only in your version',
    ]);
  });

  it('include students whom only one version has, and count what would be too long', () => {
    const shorter = content({ students: [student('Ann')] });
    expect(formatDifferences(content(), shorter, ONLY_IN_LABELS)).toEqual([
      'Student 2 (Bo): only in your version',
    ]);
    expect(formatDifferences(content(), shorter, CHANGED)).toEqual(['Student 2 (Bo): removed']);
    expect(formatDifferences(shorter, content(), ONLY_IN_LABELS)).toEqual([
      'Student 2 (Bo): only in the latest version',
    ]);
    const last = content({ students: [student(''), student('Bo')] });
    expect(formatDifferences(last, content(), CHANGED)).toEqual(['Student 1 (Ann): added']);
    expect(formatDifferences(content(), last, CHANGED)).toEqual(['Student 1 (Ann): removed']);
    const many = Array.from({ length: 12 }, () => student('Cy'));
    const all = formatDifferences(content({ students: [] }), content({ students: many }), CHANGED);
    expect([all.length, all.at(0), all.at(-1)]).toEqual([9, 'Student 1 (Cy): added', 'and 4 more']);
  });
});
