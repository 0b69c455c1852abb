import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { methodOfForm, studentOfForm, studentsInFields } from '#app/students/draft-form.ts';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';

const student = fc
  .record({
    id: fc.option(fc.uuid(), { nil: undefined }),
    first: fc.string(),
    twin: fc.boolean(),
    dateOfBirth: fc.constantFrom('', '2010-03-04'),
    city: fc.string(),
    state: fc.constantFrom('AK', 'WA', ''),
  })
  .map(({ id, city, state, ...texts }): DraftStudent => {
    const { address, ...blank } = emptyStudent(state);
    return { ...blank, ...texts, address: { ...address, city }, ...(id === undefined ? {} : { id }) };
  });

/** The form data that a browser sends. Unchecked boxes are omitted. */
function formOf(students: readonly DraftStudent[]): FormData {
  const form = new FormData();
  students.forEach(({ address, twin, ...texts }, index) => {
    for (const [name, value] of Object.entries(texts)) form.set(`students[${index}].${name}`, value);
    for (const [name, value] of Object.entries(address))
      form.set(`students[${index}].address.${name}`, value);
    if (twin) form.set(`students[${index}].twin`, 'on');
  });
  return form;
}

/** Counts field accesses. Reading one field by name counts as reading all of them. */
class CountingForm extends FormData {
  looks = 0;

  override get(name: string) {
    this.looks += [...super.keys()].length;
    return super.get(name);
  }

  override *entries() {
    for (const entry of super.entries()) {
      this.looks += 1;
      yield entry;
    }
    return undefined;
  }
}

describe('reading the students of a form', () => {
  it('returns them as they were typed', () => {
    fc.assert(
      fc.property(fc.array(student, { maxLength: 12 }), (students) => {
        const form = formOf(students);
        expect(studentsInFields(form)).toEqual(new Map(students.entries()));
        for (const [index, one] of students.entries()) expect(studentOfForm(form, index)).toEqual(one);
      }),
    );
  });

  it.each([1, 100, 1000])('reads each field once for %i students', (count) => {
    const form = new CountingForm();
    for (let position = 0; position < count; position += 1)
      form.append(`students[${position}].first`, `Ada ${position}`);
    expect(studentsInFields(form).get(count - 1)?.first).toBe(`Ada ${count - 1}`);
    expect(form.looks).toBe(count);
  });

  it('returns students with fields, and one empty student without any', () => {
    expect(studentsInFields(new FormData())).toEqual(new Map());
    expect(studentOfForm(new FormData(), 2)).toEqual(emptyStudent(''));
  });
});

describe('reading the method of a form', () => {
  it.each([
    ['87', 87],
    [' 0 ', 0],
    ['', null],
    ['-3', null],
    ['12.5', null],
    ['1e3', null],
    ['many', null],
  ])('has for the class size %j the number %j', (typed, classSize) => {
    const form = new FormData();
    form.set('classSize', typed);
    form.set('criteria', 'OTHER');
    form.set('criteriaComment', ' By hand. ');
    expect(methodOfForm(form)).toEqual({ classSize, criteria: 'OTHER', criteriaComment: ' By hand. ' });
  });

  it('returns no criteria if none or an unknown value was chosen', () => {
    const form = new FormData();
    expect(methodOfForm(form)).toEqual({ classSize: null, criteria: null, criteriaComment: '' });
    form.set('criteria', 'GUESSED');
    expect(methodOfForm(form).criteria).toBeNull();
  });
});
