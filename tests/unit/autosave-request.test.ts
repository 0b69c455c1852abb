import { describe, expect, it } from 'vitest';
import { createStorableCheck } from '#app/components/designate/draft/autosave-request.ts';
import { type Draft, newDraft } from '#app/components/designate/draft/draft.ts';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';

const TODAY = '2026-11-21';
const target = { highSchool: { id: 'h1', name: 'Spruce High' }, academicYear: { id: 'y1', year: 2026 } };
const base: Draft = {
  ...newDraft('u1', target),
  id: 'd1',
  version: 3,
  status: 'STARTED',
  stored: { classSize: 20, criteria: 'OTHER', criteriaComment: 'As stored.', students: [] },
  classSize: 20,
  criteria: 'OTHER',
  criteriaComment: 'As typed.',
};

const student = (given: Partial<DraftStudent>): DraftStudent => ({ ...emptyStudent('AK'), ...given });
const storable = (given: Partial<Draft>) => createStorableCheck()({ ...base, ...given }, TODAY);

describe('the part of a draft that can be stored', () => {
  it('is everything if all values are valid, however much is missing', () => {
    const students = [
      student({ id: '5f0c4c1e-7d2a-4b7e-9a53-0c1d2e3f4a5b', first: 'Ann' }),
      student({}),
      student({ email: 'bo@example.org' }),
    ];
    expect(storable({ students: [...students, student({})] })).toEqual({
      content: { classSize: 20, criteria: 'OTHER', criteriaComment: 'As typed.', students },
      unfinished: [],
      waitsForContinue: false,
    });
  });

  it('has invalid student fields blank and lists each of them', () => {
    const { address } = emptyStudent('AK');
    const typed = student({
      first: 'Ann',
      phone: '907',
      email: 'ann@',
      dateOfBirth: '2999-01-01',
      address: { ...address, zip5: '99', city: 'Sitka' },
    });
    const { content, unfinished } = storable({ students: [typed, student({ parentEmail: 'x' })] });
    expect(unfinished.toSorted()).toEqual([
      'student 1 Zipcode',
      'student 1 date of birth',
      'student 1 email',
      'student 1 phone',
      'student 2 parent email',
    ]);
    expect(content.students).toEqual([
      student({ first: 'Ann', address: { ...address, city: 'Sitka' } }),
      student({}),
    ]);
  });

  it("includes a phone number that its field hasn't formatted yet", () => {
    const { content, unfinished } = storable({ students: [student({ phone: '907-555-0123' })] });
    expect([content.students[0]?.phone, unfinished]).toEqual(['(907) 555-0123', []]);
  });

  it('has the stored class size and comment instead of invalid ones', () => {
    for (const classSize of [null, 10_000]) {
      expect(storable({ classSize })).toMatchObject({
        content: { classSize: 20 },
        unfinished: ['class size'],
      });
    }
    expect(storable({ criteriaComment: 'x'.repeat(2001) })).toMatchObject({
      content: { criteriaComment: 'As stored.' },
      unfinished: ['comment'],
    });
    const unchosen = { classSize: null, stored: { ...base.stored, classSize: null } };
    expect(storable(unchosen)).toMatchObject({ content: { classSize: null }, unfinished: [] });
  });

  it('removes no student before Continue has asked', () => {
    const students = [student({ first: 'Ann' }), student({ first: 'Bo' })];
    expect(storable({ classSize: 10, students })).toMatchObject({
      content: { classSize: 20, students },
      unfinished: [],
      waitsForContinue: true,
    });
    expect(storable({ classSize: 10, students: students.slice(0, 1) })).toMatchObject({
      content: { classSize: 10 },
      waitsForContinue: false,
    });
  });

  it('is the same when checked again', () => {
    const check = createStorableCheck();
    const draft = { ...base, students: [student({ phone: '12' }), student({ first: 'Bo' })] };
    const first = check(draft, TODAY);
    expect(check(draft, TODAY)).toEqual(first);
    expect(check({ ...draft, students: draft.students.slice(0, 1) }, TODAY).unfinished).toEqual([
      'student 1 phone',
    ]);
    expect(check(draft, TODAY)).toEqual(first);
  });
});
