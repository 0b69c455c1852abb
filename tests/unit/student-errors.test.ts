import { describe, expect, it } from 'vitest';
import { checkStudents } from '#app/components/designate/designate-validation.ts';
import { emptyStudent } from '#app/students/draft-students.ts';
import { STUDENTS_MAX } from '#app/schemas/designation-size.ts';
import { errorsByField, errorsOfStudent, firstWrongStudent } from '#app/students/student-errors.ts';

describe('the errors of a list', () => {
  const errors = errorsByField([
    { path: ['students', 10, 'email'], message: 'A' },
    { path: ['students', 1, 'address', 'zip5'], message: 'B' },
    { path: ['students', 1, 'address', 'zip5'], message: 'C' },
    { path: ['students'], message: 'D' },
    { path: [], message: 'E' },
  ]);

  it('are named after the fields, and list errors after none', () => {
    expect(errors).toEqual({
      'students[10].email': ['A'],
      'students[1].address.zip5': ['B', 'C'],
      '': ['D', 'E'],
    });
  });

  it('show which student to open first, with the errors', () => {
    expect(firstWrongStudent(errors)).toBe(1);
    expect(errorsOfStudent(errors, 1)).toEqual({ 'students[1].address.zip5': ['B', 'C'] });
    expect(firstWrongStudent({ '': ['D'] })).toBeNull();
  });
});

const TODAY = '2026-11-21';

describe('the check before Review', () => {
  it('lists what is missing in an empty form', () => {
    expect(Object.values(checkStudents([emptyStudent('AK')], TODAY) ?? {}).flat()).toEqual([
      'First name is required.',
      'Last name is required.',
      'Date of birth is required.',
      'Phone is required.',
      'Email is required.',
      'Address is required.',
      'City is required.',
      'Zipcode is required.',
    ]);
  });

  it('refuses birth dates in the future and before 1900', () => {
    const bornOn = (dateOfBirth: string) =>
      checkStudents([{ ...emptyStudent('AK'), dateOfBirth }], TODAY)?.['students[0].dateOfBirth'];
    expect(bornOn('2026-11-22')).toEqual(['Date of birth must not be in the future.']);
    expect(bornOn(TODAY)).toBeUndefined();
    expect(bornOn('1899-12-31')).toEqual(['Date of birth must be in 1900 or later.']);
    expect(bornOn('nonsense')).toEqual(['Enter a real date as YYYY-MM-DD.']);
  });

  it('rejects a list that is longer than any class size allows', () => {
    const list = Array.from({ length: STUDENTS_MAX + 1 }, () => emptyStudent('AK'));
    expect(checkStudents(list, TODAY)?.['']).toEqual([
      'A list can have at most 500 students. Shorten it, then save it again.',
    ]);
  });
});
