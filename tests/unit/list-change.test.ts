import { describe, expect, it } from 'vitest';
import { emptyStudent } from '#app/lib/students/draft-students.ts';
import { isLastStudent, listBefore, removedOutcome } from '#app/lib/students/list-change.ts';

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
  const [ann, bo, cy, blank] = [student('Ann'), student('Bo'), student('Cy'), emptyStudent('AK')];

  it('keeps what was typed since about students whom the change left as they were', () => {
    const now = [student('Ann', 'Annie'), { ...cy, phone: '(907) 555-0101' }, blank];
    expect(listBefore([ann, bo, cy], [ann, cy], now)).toEqual([now[0], bo, now[1]]);
  });

  it('has students as they were whom the change updated, replaced, or added', () => {
    const updated = { ...ann, phone: '(907) 555-0101' };
    const now = [{ ...updated, preferred: 'Annie' }, bo, student('Di')];
    expect(listBefore([ann, cy, blank], [updated, bo, blank], now)).toEqual([ann, cy, student('Di')]);
  });

  it('never has the same stored student twice, even if two have equal values', () => {
    const [one, two] = [{ ...ann, id: '1' }, { ...ann, id: '2' }];
    expect(listBefore([one, two, cy], [two, cy], [two, cy, blank])).toEqual([one, two, cy]);
  });

  it('keeps each of several empty forms apart', () => {
    const now = [ann, student('Ed'), blank];
    expect(listBefore([ann, blank, blank], [ann, blank, blank], now)).toEqual(now);
  });
});
