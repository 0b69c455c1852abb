import { describe, expect, it } from 'vitest';
import { type DraftStudent, emptyStudent } from '#app/lib/draft.ts';
import type { CsvImport } from '#app/lib/student-csv.ts';
import { filledOutcome, fillForms, fillQuestion } from '#app/lib/student-csv-fill.ts';

function students(count: number, name: string): DraftStudent[] {
  return Array.from({ length: count }, (_, index) => ({
    ...emptyStudent('AK'),
    first: `${name}${index + 1}`,
  }));
}

function fileOf(count: number, more: Partial<CsvImport> = {}): CsvImport {
  return {
    students: students(count, 'New'),
    missingColumns: [],
    unusedColumns: [],
    usesEmailForParents: false,
    problems: [],
    ...more,
  };
}

const empty = (count: number) => Array.from({ length: count }, () => emptyStudent('AK'));
const names = (list: readonly DraftStudent[]) => list.map(({ first }) => first);

describe('filling the forms from a file', () => {
  it('of the same number asks nothing where nothing is entered', () => {
    const fill = fillForms(empty(3), fileOf(3));
    expect(names(fill.students)).toEqual(['New1', 'New2', 'New3']);
    expect(fillQuestion(fill)).toBeNull();
    expect(filledOutcome(fill)).toEqual({
      isFailure: false,
      message: '3 students imported from the file. Check them, then go on to the review.',
      remarks: [],
      showsHeaders: false,
    });
  });

  it('with 12 students for 9 places says so, asks, and leaves the last three out', () => {
    const fill = fillForms(empty(9), fileOf(12));
    const mismatch =
      'The file has 12 students, but there are 9 places. 3 students at the end of the file have no place.';
    expect(names(fill.students)).toEqual(names(students(9, 'New')));
    expect(fillQuestion(fill)).toBe(`${mismatch}\nDo you want to import?`);
    expect(filledOutcome(fill).remarks).toEqual([mismatch]);
  });

  it('with fewer students leaves the other forms as they are', () => {
    const fill = fillForms([...empty(1), ...students(2, 'Old')], fileOf(1));
    expect(names(fill.students)).toEqual(['New1', 'Old1', 'Old2']);
    expect(fill.replaced).toBe(0);
    expect(fillQuestion(fill)).toBeNull();
    expect(filledOutcome(fill).remarks).toEqual([
      'The file has 1 student, but there are 3 places. 2 forms at the end stay as they are.',
    ]);
  });

  it('asks before forms that hold something are replaced, each as a whole', () => {
    const fill = fillForms([{ ...emptyStudent('WA'), id: 'a', last: 'Lee' }, ...empty(1)], fileOf(2));
    expect(fill.students[0]).toEqual({ ...emptyStudent('AK'), first: 'New1' });
    expect(fillQuestion(fill)).toBe(
      '1 form in which something is entered would be replaced.\nDo you want to import?',
    );
  });

  it('tells what else there is to look at', () => {
    const file = fileOf(1, {
      missingColumns: ['City', 'Phone'],
      unusedColumns: ['Homeroom'],
      usesEmailForParents: true,
      problems: ['Student 1, Twin: not yes, no, Y or N.'],
    });
    expect(fillForms(empty(1), file).remarks).toEqual([
      'The file has no column for: City, Phone.',
      'Columns that were not used: Homeroom.',
      'The file has no column Parent Email: the email column was used for it.',
      'Student 1, Twin: not yes, no, Y or N.',
    ]);
  });
});
