import { describe, expect, it } from 'vitest';
import { emptyStudent } from '#app/lib/students/draft-students.ts';
import { isLastStudent, removedOutcome } from '#app/lib/students/list-change.ts';

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
