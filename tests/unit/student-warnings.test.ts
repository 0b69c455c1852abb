import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addressParts } from '#app/domain/addresses.ts';
import { studentWarnings } from '#app/domain/students/student-warnings.ts';
import { currentWarnings } from '#app/students/listed-warnings.ts';
import type { StudentResponse } from '#app/schemas/student.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';

type Given = Partial<Omit<StudentResponse, 'address'>> & { address?: Partial<StudentResponse['address']> };

function student({ address, ...given }: Given = {}): StudentResponse {
  const { address: own, ...input } = studentInput();
  const id = randomUUID();
  return {
    ...{ ...input, id, designationId: randomUUID(), createdAt: '', updatedAt: '' },
    ...given,
    address: { ...addressParts(own), id: randomUUID(), status: 'UNVERIFIED', studentId: id, ...address },
  };
}

type Sources = Parameters<typeof studentWarnings>[1];

/** The warnings of each student, in list order. */
function warningsOf(students: readonly StudentResponse[], sources: Partial<Sources> = {}) {
  const found = studentWarnings(students, {
    reader: 'school',
    zipWarning: () => null,
    staffEmails: [],
    earlier: { year: 2025, students: [] },
    ...sources,
  });
  return students.map(({ id }) => found[id] ?? []);
}

const at = (address1: string, address2 = '', zip5 = '99801') =>
  student({ address: { address1, address2, zip5 } });

describe('the warning about an address', () => {
  it('names the first student with another spelling of the same address, and both spellings', () => {
    const list = [
      at('9 Elm St'),
      at('12 Main Street'),
      at('12 Main Street'),
      at('12 main st.'),
      at('12 Main St'),
    ];
    expect(warningsOf(list)).toEqual([
      [],
      ['Student 4 has the same address, spelled differently: “12 main st.” and “12 Main Street”.'],
      ['Student 4 has the same address, spelled differently: “12 main st.” and “12 Main Street”.'],
      ['Student 2 has the same address, spelled differently: “12 Main Street” and “12 main st.”.'],
      ['Student 2 has the same address, spelled differently: “12 Main Street” and “12 Main St”.'],
    ]);
  });

  it("isn't given for other apartments, other ZIP codes, or empty lines", () => {
    const list = [
      at('12 Main St', 'Apt 1'),
      at('12 Main Street', 'Apt 2'),
      at('12 Main Street', 'Apt 1', '99802'),
    ];
    expect(warningsOf([...list, at('', '', ''), at(' ', '', '')])).toEqual([[], [], [], [], []]);
  });

  it('includes the one about the ZIP code', () => {
    const zipWarning: Sources['zipWarning'] = ({ zip5 }) => (zip5 === '99827' ? 'Haines' : null);
    expect(warningsOf([at('1 A St'), at('2 B St', '', '99827')], { zipWarning })).toEqual([[], ['Haines']]);
  });
});

describe("the warning about a student's email", () => {
  const ann = student({ email: 'Ann@x.example.org', parentEmail: 'lee@x.example.org' });

  it("names the student whose parent's email it is", () => {
    const own = student({ email: 'PAT@x.example.org', parentEmail: 'pat@x.example.org' });
    const others = student({ email: 'lee@x.example.org' });
    expect(warningsOf([own, ann, others])).toEqual([
      ["The student's and the parent's email are the same. Correct the one that's wrong."],
      [],
      ["This is also the email of student 2's parent. Enter the student's own email."],
    ]);
  });

  it("isn't given if the parents' emails are copies of the students', as imported without a column of their own", () => {
    const copied = ['a@x.example.org', 'b@x.example.org'].map((email) =>
      student({ email, parentEmail: email }),
    );
    expect(warningsOf(copied)).toEqual([[], []]);
    expect(warningsOf([...copied, ann])[0]).toHaveLength(1);
    expect(warningsOf(copied.slice(0, 1))[0]).toHaveLength(1);
  });

  it("names the reader's school if it belongs to its staff", () => {
    const staffEmails = ['ann@X.example.org'];
    expect(warningsOf([ann, student()], { staffEmails })).toEqual([
      ['This is the email of a staff member at your school.'],
      [],
    ]);
    expect(warningsOf([ann], { staffEmails, reader: 'office' })).toEqual([
      ['This is the email of a staff member at the school.'],
    ]);
  });

  it("isn't given for empty emails", () => {
    expect(warningsOf([student({ email: '', parentEmail: '' })], { staffEmails: [''] })).toEqual([[]]);
  });
});

describe("the warning about last year's approved list", () => {
  const ann = { first: 'Ann', last: 'Núñez', dateOfBirth: '2009-05-17', email: 'ann@x.example.org' };
  const earlier = { year: 2025, students: [ann] };

  it.each<[string, Given, string | null]>([
    [
      'the same name and birth date',
      { ...ann, email: 'b@x.example.org' },
      'This student was on your approved 2025 list.',
    ],
    [
      'another spelling of the name',
      { ...ann, first: 'ANN ', last: 'Nunez' },
      'This student was on your approved 2025 list.',
    ],
    [
      'the same email only',
      { email: 'Ann@x.example.org' },
      'A student on your approved 2025 list has the same email.',
    ],
    ['another birth date', { ...ann, dateOfBirth: '2009-05-18', email: 'b@x.example.org' }, null],
    ['another first name', { ...ann, first: 'Ben', email: 'b@x.example.org' }, null],
  ])('with %s', (_name, given, warning) => {
    expect(warningsOf([student(given)], { earlier })).toEqual([warning === null ? [] : [warning]]);
  });

  it("speaks of the school's list to administrators", () => {
    expect(warningsOf([student(ann)], { earlier, reader: 'office' })).toEqual([
      ["This student was on the school's approved 2025 list."],
    ]);
  });

  it("isn't given for purged students and empty forms", () => {
    const purged = { first: '', last: '', dateOfBirth: null, email: '' };
    const empty = { first: '', last: '', dateOfBirth: '', email: '' };
    const list = [student(empty), student()];
    expect(warningsOf(list, { earlier: { year: 2025, students: [purged] } })).toEqual([[], []]);
  });
});

describe('the warnings about a list in the browser', () => {
  const [ann, ben] = [student(), student()];
  const stored = [ann, ben];
  const warnings = { [ann.id]: ['Ann'], [ben.id]: ['Ben'] };

  it('follow students who moved, and skip new and changed ones', () => {
    const { id: _id, ...added } = student();
    expect(currentWarnings(warnings, stored, [ben, added, ann])).toEqual([['Ben'], [], ['Ann']]);
    const corrected = { ...ann, address: { ...ann.address, zip5: '99802' } };
    expect(currentWarnings(warnings, stored, [corrected, ben])).toEqual([[], ['Ben']]);
  });

  it('stay for a student whose invalid value is stored blank, but not for one whose stored value changed', () => {
    const saved = [{ ...ann, email: '' }, ben];
    expect(currentWarnings(warnings, saved, [{ ...ann, email: 'ann@x' }, ben])).toEqual([['Ann'], ['Ben']]);
    expect(currentWarnings(warnings, stored, [{ ...ann, email: 'ann@x' }, ben])).toEqual([[], ['Ben']]);
  });
});
