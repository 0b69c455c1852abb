import { describe, expect, it } from 'vitest';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';
import { countSentence, fillForms, freeSlots } from '#app/students/csv/student-csv-fill.ts';
import { filledOutcome } from '#app/students/csv/student-csv-outcome.ts';
import { mismatchRemark } from '#app/messages/student-csv-labels.ts';
import { emptyForms } from '#tests/support/csv-import.ts';

function students(count: number, name: string): DraftStudent[] {
  return Array.from({ length: count }, (_, index) => ({
    ...emptyStudent('AK'),
    first: `${name}${index + 1}`,
  }));
}
/** Students who aren't in a form yet. */
const added = (list: readonly DraftStudent[]) => list.map((student) => ({ student, updates: null }));
const names = (list: readonly DraftStudent[]) => list.map(({ first }) => first);

describe('filling the forms', () => {
  const forms = [...students(1, 'Old'), ...emptyForms(1), ...students(2, 'Old').slice(1), ...emptyForms(1)];

  it('puts appended students into the empty forms, in order', () => {
    expect(freeSlots(forms, 'append')).toBe(2);
    expect(names(fillForms(forms, added(students(2, 'New')), 'append', 'AK'))).toEqual([
      'Old1',
      'New1',
      'Old2',
      'New2',
    ]);
    expect(names(fillForms(forms, added(students(1, 'New')), 'append', 'AK'))).toEqual([
      'Old1',
      'New1',
      'Old2',
      '',
    ]);
  });

  it('empties all forms first when replacing', () => {
    expect(freeSlots(forms, 'replace')).toBe(4);
    expect(fillForms(forms, added(students(2, 'New')), 'replace', 'WA')).toEqual([
      ...students(2, 'New'),
      emptyStudent('WA'),
      emptyStudent('WA'),
    ]);
  });
});

describe("the import's outcome", () => {
  it("counts what is ready, needs fixes, doesn't fit, and is skipped", () => {
    expect(
      countSentence({ ready: 10, toFix: 1, skipped: 0, repeated: 0, updates: 0, slots: 9, forms: 9 }),
    ).toBe('10 students ready, 1 needs fixes, 2 more than your 9 spots');
    expect(
      countSentence({ ready: 9, toFix: 0, skipped: 0, repeated: 0, updates: 0, slots: 9, forms: 9 }),
    ).toBe('9 students ready');
    expect(
      countSentence({ ready: 2, toFix: 0, skipped: 0, repeated: 0, updates: 0, slots: 1, forms: 9 }),
    ).toBe('2 students ready, 1 more than your 1 open spot');
    expect(
      countSentence({ ready: 5, toFix: 0, skipped: 0, repeated: 0, updates: 3, slots: 0, forms: 3 }),
    ).toBe("5 students ready, 2 don't fit (no open spots)");
    expect(
      countSentence({ ready: 1, toFix: 0, skipped: 0, repeated: 0, updates: 0, slots: 0, forms: 3 }),
    ).toBe("1 student ready, 1 doesn't fit (no open spots)");
    expect(
      countSentence({ ready: 10, toFix: 1, skipped: 3, repeated: 0, updates: 0, slots: 9, forms: 9 }),
    ).toBe('10 students ready, 1 needs fixes, 2 more than your 9 spots, 3 skipped');
    expect(
      countSentence({ ready: 5, toFix: 0, skipped: 0, repeated: 0, updates: 3, slots: 2, forms: 9 }),
    ).toBe('5 students ready');
  });

  it('is a short message afterwards, however much there is', () => {
    const remarks = Array.from({ length: 30 }, (_, index) => `Remark ${index}.`);
    expect(filledOutcome(1, remarks)).toEqual({
      isFailure: false,
      message: '1 student imported. Check them, then select Review.',
      remarks: [...remarks.slice(0, 25), 'And 5 more like these.'],
    });
    expect(filledOutcome(3, [], { updated: 2 }).message).toBe(
      '2 students updated, 1 added. Check them, then select Review.',
    );
    expect(filledOutcome(1, [], { updated: 1 }).message).toBe(
      '1 student updated. Check them, then select Review.',
    );
    expect(filledOutcome(18, [], { removed: 3 }).message).toBe(
      '18 students imported, 3 removed. Check them, then select Review.',
    );
    expect(filledOutcome(2, remarks.slice(0, 2)).remarks).toEqual(remarks.slice(0, 2));
  });

  it('explains how the numbers differ without scripts', () => {
    expect(mismatchRemark(9, 9)).toEqual([]);
    expect(mismatchRemark(12, 9)).toEqual([
      'The file has 12 students, but your list has 9 spots. We skipped the last 3 students.',
    ]);
    expect(mismatchRemark(1, 3)).toEqual(['The file has 1 student, but your list has 3 spots.']);
  });
});
