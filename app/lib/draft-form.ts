import { type DraftStudent, emptyStudent } from '#app/lib/draft.ts';
import { CRITERIA, type Criteria } from '#app/schemas/enums.ts';

/**
 * The first `count` students of a form whose fields are named `students[0].first`, `students[0].address.city` and so on, as typed.
 * The form is read once: FormData looks through all of its fields for each that is asked of it.
 */
export function studentsOfForm(form: FormData, count: number): DraftStudent[] {
  const values = new Map(form.entries());
  return Array.from({ length: count }, (_, index) => {
    const text = (field: string) => textIn(values.get(`students[${index}].${field}`));
    const blank = emptyStudent('');
    const student: DraftStudent = {
      ...blank,
      first: text('first'),
      middle: text('middle'),
      last: text('last'),
      preferred: text('preferred'),
      dateOfBirth: text('dateOfBirth'),
      twin: text('twin') === 'on',
      phone: text('phone'),
      email: text('email'),
      parentEmail: text('parentEmail'),
      address: {
        address1: text('address.address1'),
        address2: text('address.address2'),
        city: text('address.city'),
        state: text('address.state'),
        zip5: text('address.zip5'),
        zip4: text('address.zip4'),
        firmName: text('address.firmName'),
        urbanization: text('address.urbanization'),
      },
    };
    const id = text('id');
    return id === '' ? student : { ...student, id };
  });
}

/** How many students a form has: one more than the highest place it names. */
export function countStudentsOfForm(form: FormData): number {
  let count = 0;
  for (const name of form.keys()) {
    const place = /^students\[(\d{1,4})\]\./.exec(name)?.[1];
    if (place !== undefined) count = Math.max(count, Number(place) + 1);
  }
  return count;
}

/** Class size, criteria and comment of a form, as far as they are typed; a class size that is no whole number is none. */
export function methodOfForm(form: FormData): {
  classSize: number | null;
  criteria: Criteria | null;
  criteriaComment: string;
} {
  const classSize = textOf(form, 'classSize').trim();
  const criteria = textOf(form, 'criteria');
  return {
    classSize: /^\d{1,6}$/.test(classSize) ? Number(classSize) : null,
    criteria: CRITERIA.find((known) => known === criteria) ?? null,
    criteriaComment: textOf(form, 'criteriaComment'),
  };
}

function textOf(form: FormData, name: string): string {
  return textIn(form.get(name));
}

function textIn(value: FormDataEntryValue | null | undefined): string {
  return typeof value === 'string' ? value : '';
}
