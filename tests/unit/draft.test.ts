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
} from '#app/lib/students/draft-students.ts';

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

describe('the list of forms', () => {
  it('has the derived number of places, those that fit unchanged and the rest empty', () => {
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

  it('loses from the end, and only what holds something counts as lost', () => {
    fc.assert(
      fc.property(students, fc.integer({ min: 0, max: 150 }), (list, classSize) => {
        const kept = studentsForClass(list, classSize, 'AK').filter(isFilledIn).length;
        expect(countDropped(list, classSize)).toBe(list.filter(isFilledIn).length - kept);
      }),
    );
  });

  it('is stored without the empty forms at its end', () => {
    const list = [student(''), student('Ann'), student(''), student(' ')];
    expect(withoutTrailingEmpty(list)).toEqual([student(''), student('Ann')]);
    expect(withoutTrailingEmpty([student('')])).toEqual([]);
  });

  it('takes a state alone for an empty form, and a ticked twin for a filled one', () => {
    expect(isFilledIn(emptyStudent('AK'))).toBe(false);
    expect(isFilledIn({ ...emptyStudent('AK'), twin: true })).toBe(true);
    expect(isFilledIn({ ...emptyStudent('AK'), address: { ...student('').address, zip5: '9' } })).toBe(true);
  });
});

describe('equal content', () => {
  const loaded = draftOfDesignation('u1', stored);

  it('does not care for ids, blanks around texts and empty forms at the end', () => {
    const typed: Draft = {
      ...loaded,
      criteriaComment: ' Weighted by hand. ',
      students: [student('Ann '), student('Bo'), student('')],
    };
    expect(isSameContent(typed, loaded)).toBe(true);
  });

  it('cares for every value and for the order', () => {
    expect(isSameContent({ ...loaded, classSize: 22 }, loaded)).toBe(false);
    expect(isSameContent({ ...loaded, criteria: null }, loaded)).toBe(false);
    expect(isSameContent({ ...loaded, students: [student('Bo'), student('Ann')] }, loaded)).toBe(false);
    expect(isSameContent({ ...loaded, students: [student('Ann'), student('')] }, loaded)).toBe(false);
  });
});

describe('draft and stored designation brought together', () => {
  const fresh = draftOfDesignation('u1', stored);
  const edited: Draft = { ...fresh, edited: true, classSize: 35 };

  it('loads the stored designation where there is no draft of it', () => {
    expect(reconcileDraft(null, 'u1', stored)).toEqual({ draft: fresh, isApart: false });
    expect(reconcileDraft({ ...edited, id: 'd2' }, 'u1', stored)).toEqual({ draft: fresh, isApart: false });
  });

  it('keeps the edits made on the stored version', () => {
    expect(reconcileDraft(edited, 'u1', stored)).toEqual({ draft: edited, isApart: false });
  });

  it('takes a newer stored version where nothing was edited, or where it is what was typed', () => {
    const newer = { ...stored, version: 4 };
    const loaded = { draft: draftOfDesignation('u1', newer), isApart: false };
    const retyped = { ...fresh, edited: true, criteriaComment: 'Weighted by hand. ' };
    expect(reconcileDraft(fresh, 'u1', newer)).toEqual(loaded);
    expect(reconcileDraft(retyped, 'u1', newer)).toEqual(loaded);
    expect(reconcileDraft(retyped, 'u1', stored)).toEqual({ draft: fresh, isApart: false });
  });

  it('keeps the edits, to be merged, where both were changed', () => {
    const newer: StoredDesignation = { ...stored, version: 5, criteria: 'CUMULATIVE_GPA' };
    expect(reconcileDraft(edited, 'u1', newer)).toEqual({ draft: edited, isApart: true });
  });

  it('is not led astray by what was loaded before it was saved again', () => {
    const ahead: Draft = { ...fresh, version: 4, classSize: 35 };
    expect(reconcileDraft(ahead, 'u1', stored)).toEqual({ draft: ahead, isApart: false });
  });

  it('wants a pending designation to be taken up first', () => {
    const pending: StoredDesignation = { ...stored, status: 'PENDING' };
    expect(reconcileDraft(null, 'u1', pending)).toBeNull();
    expect(reconcileDraft({ ...edited, id: null }, 'u1', pending)).toBeNull();
    const taken: Draft = { ...edited, status: 'PENDING' };
    expect(reconcileDraft(taken, 'u1', pending)).toEqual({ draft: taken, isApart: false });
  });

  it('leads back to the agreement when a colleague submitted what is open here without edits', () => {
    const submitted: StoredDesignation = { ...stored, version: 4, status: 'PENDING' };
    expect(reconcileDraft(fresh, 'u1', submitted)).toBeNull();
    expect(reconcileDraft(edited, 'u1', submitted)).toEqual({ draft: edited, isApart: true });
  });
});

describe('a draft on a newer version', () => {
  const fresh = draftOfDesignation('u1', stored);
  const edited: Draft = { ...fresh, edited: true, classSize: 22 };
  const theirs: StoredDesignation = { ...stored, version: 5, criteria: 'CUMULATIVE_GPA' };

  it('has both changes, and is to be saved on that version', () => {
    expect(mergeDraft(edited, theirs)).toEqual({
      draft: {
        ...edited,
        version: 5,
        criteria: 'CUMULATIVE_GPA',
        stored: { ...fresh.stored, criteria: 'CUMULATIVE_GPA' },
      },
    });
  });

  it('has nothing left to save where all of it is stored already', () => {
    const contained = { ...theirs, classSize: 22 };
    expect(mergeDraft({ ...edited, sent: { ...fresh.stored, classSize: 22 } }, contained)).toEqual({
      draft: draftOfDesignation('u1', contained),
    });
  });

  it('keeps the edits where a decision changed nothing but the status', () => {
    const pending = draftOfDesignation('u1', { ...stored, status: 'PENDING' });
    const returned: StoredDesignation = { ...stored, status: 'RETURNED', version: 4 };
    const mine: Draft = { ...pending, edited: true, classSize: 22 };
    expect(mergeDraft(mine, returned)).toEqual({ draft: { ...mine, status: 'RETURNED', version: 4 } });
  });

  it('gives new students the ids of a save whose answer never arrived, and keeps what was typed since', () => {
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

  it('is a question where both changed the same, until that is decided', () => {
    const other: StoredDesignation = { ...theirs, classSize: 23 };
    const asked = mergeDraft(edited, other);
    expect(asked).toEqual({
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

  it('is asked about as a whole where somebody submitted it', () => {
    expect(mergeDraft(edited, { ...theirs, status: 'PENDING' })).toEqual({ question: 'whole' });
  });
});

describe('a class that becomes smaller', () => {
  const list = ['Ann', '', 'Bo', 'Cy'].map((first) => ({ ...emptyStudent('AK'), first }));
  const namesOf = (classSize: number, removed: readonly string[]) =>
    withoutRemoved(list, classSize, ({ first }) => removed.includes(first)).map(({ first }) => first);

  it('asks for as many as have no place, once empty forms made room', () => {
    expect([40, 30, 20, 10, 0].map((classSize) => countRemoved(list, classSize))).toEqual([0, 0, 1, 2, 3]);
  });

  it('leaves out those who were chosen, and empty forms where that makes room', () => {
    expect(namesOf(40, [])).toEqual(['Ann', '', 'Bo', 'Cy']);
    expect(namesOf(30, [])).toEqual(['Ann', 'Bo', 'Cy']);
    expect(namesOf(20, ['Ann'])).toEqual(['Bo', 'Cy']);
    expect(withoutRemoved(list.slice(0, 2), 10, () => false)).toEqual([list[0]]);
  });
});
