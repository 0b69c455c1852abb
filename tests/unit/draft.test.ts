import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { designationSize } from '#app/schemas/designation-size.ts';
import {
  contentOf,
  type Draft,
  draftOfDesignation,
  isSameContent,
  reconcileDraft,
  type StoredDesignation,
} from '#app/components/designate/draft/draft.ts';
import { mergeDraft } from '#app/components/designate/draft/merge.ts';
import {
  countDropped,
  countRemoved,
  type DraftStudent,
  emptyStudent,
  isFilledIn,
  studentsForClass,
  withoutRemoved,
  withoutTrailingEmpty,
} from '#app/students/draft-students.ts';

const stored: StoredDesignation = {
  id: 'd1',
  version: 3,
  status: 'STARTED',
  highSchool: { id: 'h1', name: 'Spruce High' },
  academicYear: { id: 'y1', year: 2026 },
  classSize: 21,
  criteria: 'OTHER',
  criteriaComment: 'Weighted by hand.',
  students: [answered('s1', 'Ann'), answered('s2', 'Bo')],
};

function student(first: string): DraftStudent {
  return { ...emptyStudent('AK'), first };
}

function answered(id: string, first: string): StoredDesignation['students'][number] {
  const { address, ...texts } = student(first);
  return {
    ...texts,
    id,
    designationId: 'd1',
    address: { ...address, id: `a-${id}`, studentId: id, status: 'UNVERIFIED' },
    createdAt: '2026-09-01T17:00:00.000Z',
    updatedAt: '2026-09-01T17:00:00.000Z',
  };
}

const students = fc.array(
  fc.constantFrom('', ' ', 'Ann', 'Bo').map((first) => student(first)),
  { maxLength: 12 },
);

describe('the list of student forms', () => {
  it('has the derived number of slots: students who fit are unchanged and the rest are empty', () => {
    fc.assert(
      fc.property(students, fc.integer({ min: 0, max: 150 }), (list, classSize) => {
        const size = designationSize(classSize);
        const forms = studentsForClass(list, classSize, 'WA');
        expect(forms).toHaveLength(size);
        expect(forms.slice(0, list.length)).toEqual(list.slice(0, size));
        expect(forms.slice(list.length).every((form) => form.address.state === 'WA')).toBe(true);
        expect(forms.slice(list.length).some(isFilledIn)).toBe(false);
      }),
    );
  });

  it('is cut at the end, and only filled forms count as removed', () => {
    fc.assert(
      fc.property(students, fc.integer({ min: 0, max: 150 }), (list, classSize) => {
        const kept = studentsForClass(list, classSize, 'AK').filter(isFilledIn).length;
        expect(countDropped(list, classSize)).toBe(list.filter(isFilledIn).length - kept);
      }),
    );
  });

  it('drops the empty forms at its end', () => {
    const list = [student(''), student('Ann'), student(''), student(' ')];
    expect(withoutTrailingEmpty(list)).toEqual([student(''), student('Ann')]);
    expect(withoutTrailingEmpty([student('')])).toEqual([]);
  });

  it('counts a form with only a state as empty, and one with a checked twin as filled in', () => {
    expect(isFilledIn(emptyStudent('AK'))).toBe(false);
    expect(isFilledIn({ ...emptyStudent('AK'), twin: true })).toBe(true);
    expect(isFilledIn({ ...emptyStudent('AK'), address: { ...student('').address, zip5: '9' } })).toBe(true);
  });
});

describe('comparing two contents', () => {
  const loaded = draftOfDesignation('u1', stored);

  it('ignores IDs, surrounding spaces, and empty forms at the end', () => {
    const typed: Draft = {
      ...loaded,
      criteriaComment: ' Weighted by hand. ',
      students: [student('Ann '), student('Bo'), student('')],
    };
    expect(isSameContent(typed, loaded)).toBe(true);
  });

  it('considers every value and the order', () => {
    expect(isSameContent({ ...loaded, classSize: 22 }, loaded)).toBe(false);
    expect(isSameContent({ ...loaded, criteria: null }, loaded)).toBe(false);
    expect(isSameContent({ ...loaded, students: [student('Bo'), student('Ann')] }, loaded)).toBe(false);
    expect(isSameContent({ ...loaded, students: [student('Ann'), student('')] }, loaded)).toBe(false);
  });
});

describe('reconciling a draft with the stored designation', () => {
  const fresh = draftOfDesignation('u1', stored);
  const edited: Draft = { ...fresh, edited: true, classSize: 35 };

  it('loads the stored designation if there is no draft of it', () => {
    expect(reconcileDraft(null, 'u1', stored)).toEqual({ draft: fresh, needsMerge: false });
    expect(reconcileDraft({ ...edited, id: 'd2' }, 'u1', stored)).toEqual({
      draft: fresh,
      needsMerge: false,
    });
  });

  it('keeps the edits made on the stored version', () => {
    expect(reconcileDraft(edited, 'u1', stored)).toEqual({ draft: edited, needsMerge: false });
  });

  it('uses a newer stored version if nothing was edited or the edits are equal to it', () => {
    const newer = { ...stored, version: 4 };
    const loaded = { draft: draftOfDesignation('u1', newer), needsMerge: false };
    const retyped = { ...fresh, edited: true, criteriaComment: 'Weighted by hand. ' };
    expect(reconcileDraft(fresh, 'u1', newer)).toEqual(loaded);
    expect(reconcileDraft(retyped, 'u1', newer)).toEqual(loaded);
    expect(reconcileDraft(retyped, 'u1', stored)).toEqual({ draft: fresh, needsMerge: false });
  });

  it('keeps the edits for merging if both were changed', () => {
    const newer: StoredDesignation = { ...stored, version: 5, criteria: 'CUMULATIVE_GPA' };
    expect(reconcileDraft(edited, 'u1', newer)).toEqual({ draft: edited, needsMerge: true });
  });

  it('ignores a version that was loaded before the last save', () => {
    const ahead: Draft = { ...fresh, version: 4, classSize: 35 };
    expect(reconcileDraft(ahead, 'u1', stored)).toEqual({ draft: ahead, needsMerge: false });
  });

  it('requires that a pending designation is resumed first', () => {
    const pending: StoredDesignation = { ...stored, status: 'PENDING' };
    expect(reconcileDraft(null, 'u1', pending)).toBeNull();
    expect(reconcileDraft({ ...edited, id: null }, 'u1', pending)).toBeNull();
    const taken: Draft = { ...edited, status: 'PENDING' };
    expect(reconcileDraft(taken, 'u1', pending)).toEqual({ draft: taken, needsMerge: false });
  });

  it('leads back to the agreement if a colleague submitted a designation open here without edits', () => {
    const submitted: StoredDesignation = { ...stored, version: 4, status: 'PENDING' };
    expect(reconcileDraft(fresh, 'u1', submitted)).toBeNull();
    expect(reconcileDraft(edited, 'u1', submitted)).toEqual({ draft: edited, needsMerge: true });
  });
});

describe('merging a draft into a newer version', () => {
  const fresh = draftOfDesignation('u1', stored);
  const edited: Draft = { ...fresh, edited: true, classSize: 22 };
  const theirs: StoredDesignation = { ...stored, version: 5, criteria: 'CUMULATIVE_GPA' };

  it('combines both changes, to be saved on that version', () => {
    expect(mergeDraft(edited, theirs)).toEqual({
      draft: {
        ...edited,
        version: 5,
        criteria: 'CUMULATIVE_GPA',
        stored: { ...fresh.stored, criteria: 'CUMULATIVE_GPA' },
      },
    });
  });

  it('leaves nothing to save if everything is stored already', () => {
    const contained = { ...theirs, classSize: 22 };
    expect(mergeDraft({ ...edited, sent: { ...fresh.stored, classSize: 22 } }, contained)).toEqual({
      draft: draftOfDesignation('u1', contained),
    });
  });

  it('keeps the edits if a decision changed only the status', () => {
    const pending = draftOfDesignation('u1', { ...stored, status: 'PENDING' });
    const returned: StoredDesignation = { ...stored, status: 'RETURNED', version: 4 };
    const mine: Draft = { ...pending, edited: true, classSize: 22 };
    expect(mergeDraft(mine, returned)).toEqual({ draft: { ...mine, status: 'RETURNED', version: 4 } });
  });

  it('gives new students the IDs of an unanswered save and keeps later edits', () => {
    const mine: Draft = {
      ...edited,
      stored: { ...fresh.stored, students: [] },
      sent: { ...edited, students: [student('Ann'), student('Bo')] },
      students: [student('Ann'), student('Bob')],
    };
    const arrived: StoredDesignation = { ...stored, version: 4, classSize: 22 };
    expect(mergeDraft(mine, arrived)).toEqual({
      draft: {
        ...mine,
        version: 4,
        stored: { ...fresh.stored, classSize: 22 },
        sent: null,
        students: [
          { ...student('Ann'), id: 's1' },
          { ...student('Bob'), id: 's2' },
        ],
      },
    });
  });

  it('asks about a field that both changed until the user has chosen', () => {
    const other: StoredDesignation = { ...theirs, classSize: 23 };
    const merged = mergeDraft(edited, other);
    expect(merged).toEqual({
      question: [{ kind: 'method', name: 'classSize', mine: edited, theirs: contentOf(other) }],
    });
    for (const [side, classSize] of [
      ['mine', 22],
      ['theirs', 23],
    ] as const) {
      expect(mergeDraft(edited, other, new Map([['classSize', side]]))).toMatchObject({
        draft: { version: 5, classSize, criteria: 'CUMULATIVE_GPA', stored: { classSize: 23 } },
      });
    }
  });

  it('asks about the whole version if someone submitted it', () => {
    expect(mergeDraft(edited, { ...theirs, status: 'PENDING' })).toEqual({ question: 'version' });
  });
});

describe('reducing the class size', () => {
  const list = ['Ann', '', 'Bo', 'Cy'].map((first) => ({ ...emptyStudent('AK'), first }));
  const namesOf = (classSize: number, removed: readonly string[]) =>
    withoutRemoved(list, classSize, ({ first }) => removed.includes(first)).map(({ first }) => first);

  it('asks to remove as many students as exceed the slots, after dropping empty forms', () => {
    expect([40, 30, 20, 10, 0].map((classSize) => countRemoved(list, classSize))).toEqual([0, 0, 1, 2, 3]);
  });

  it('removes the chosen students, and empty forms if needed', () => {
    expect(namesOf(40, [])).toEqual(['Ann', '', 'Bo', 'Cy']);
    expect(namesOf(30, [])).toEqual(['Ann', 'Bo', 'Cy']);
    expect(namesOf(20, ['Ann'])).toEqual(['Bo', 'Cy']);
    expect(withoutRemoved(list.slice(0, 2), 10, () => false)).toEqual([list[0]]);
  });
});
