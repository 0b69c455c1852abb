import { describe, expect, it } from 'vitest';
import { emptyStudent } from '#app/students/draft-students.ts';
import {
  isLastStudent,
  listBefore,
  removedOutcome,
  UNDONE,
  undoneOutcome,
} from '#app/students/list-change.ts';

describe('the outcome of a removal', () => {
  it('mentions students below only if there are any', () => {
    const ann = { ...emptyStudent('AK'), first: 'Ann' };
    const list = [ann, ann, emptyStudent('AK')];
    expect(removedOutcome('Ann', isLastStudent(list, 0)).message).toBe(
      'Removed Ann. Students below moved up one place.',
    );
    expect(removedOutcome('Ann', isLastStudent(list, 1)).message).toBe('Removed Ann.');
  });
});

describe('the list before a change', () => {
  const student = (first: string, preferred = '') => ({ ...emptyStudent('AK'), first, preferred });
  const restored = (...lists: Parameters<typeof listBefore>) => listBefore(...lists).students;
  const [ann, bo, cy, blank] = [student('Ann'), student('Bo'), student('Cy'), emptyStudent('AK')];

  it('keeps what was typed since about students whom the change left as they were', () => {
    const now = [student('Ann', 'Annie'), { ...cy, phone: '(907) 555-0101' }, blank];
    expect(restored([ann, bo, cy], [ann, cy], now)).toEqual([now[0], bo, now[1]]);
  });

  it('has students as they were whom the change updated, replaced, or added', () => {
    const updated = { ...ann, phone: '(907) 555-0101' };
    const now = [{ ...updated, preferred: 'Annie' }, bo, student('Di')];
    expect(restored([ann, cy, blank], [updated, bo, blank], now)).toEqual([ann, cy, student('Di')]);
  });

  it('never has the same stored student twice, even if two have equal values', () => {
    const [one, two] = [
      { ...ann, id: '1' },
      { ...ann, id: '2' },
    ];
    expect(restored([one, two, cy], [two, cy], [two, cy, blank])).toEqual([one, two, cy]);
  });

  it('puts students added since into empty forms, and says who no longer fits', () => {
    const dora = student('Dora');
    expect(listBefore([ann, bo, blank], [ann, blank], [ann, dora, blank])).toEqual({
      students: [ann, bo, dora],
      lost: [],
    });
    const { students, lost } = listBefore([ann, bo, cy], [ann, cy], [ann, cy, dora]);
    expect(students).toEqual([ann, bo, cy]);
    expect(undoneOutcome(UNDONE, lost).remarks).toEqual(["No longer on the list, because it's full: Dora."]);
    expect(undoneOutcome(UNDONE, []).remarks).toEqual([]);
  });

  it('keeps each of several empty forms apart', () => {
    const now = [ann, student('Ed'), blank];
    expect(restored([ann, blank, blank], [ann, blank, blank], now)).toEqual(now);
  });
});
