import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedContents } from '#app/domain/designations/compared-contents.ts';
import { studentContent } from '#app/domain/students/student-content.ts';
import type { DesignationContents } from '#app/schemas/designation-comparison.ts';
import type { StudentResponse } from '#app/schemas/student.ts';

const AT = '2026-11-21T21:00:00.000Z';

function student(id: string, given: Partial<Omit<StudentResponse, 'address'>> & { city?: string } = {}) {
  const { city = 'Juneau', ...fields } = given;
  const made: StudentResponse = {
    id,
    designationId: 'd',
    first: `First ${id}`,
    middle: '',
    last: `Last ${id}`,
    preferred: '',
    dateOfBirth: `2010-01-${id.charCodeAt(0) % 2 === 0 ? '02' : '03'}`,
    twin: false,
    phone: '',
    email: `${id}@example.org`,
    parentEmail: '',
    address: {
      id: `address of ${id}`,
      studentId: id,
      address1: '',
      address2: '',
      city,
      state: 'AK',
      zip5: '',
      zip4: '',
      firmName: '',
      urbanization: '',
      status: 'UNVERIFIED',
    },
    createdAt: AT,
    updatedAt: AT,
    ...fields,
  };
  return made;
}

const contents = (students: StudentResponse[] = [], rest: Partial<DesignationContents> = {}) => ({
  classSize: 20,
  criteria: 'CUMULATIVE_GPA' as const,
  criteriaComment: null,
  students,
  ...rest,
});

describe('what changed between two contents', () => {
  it('lists the general fields with old and new values; null equals an empty text', () => {
    expect(
      comparedContents(
        contents([], { classSize: 120, criteria: null, criteriaComment: 'Old' }),
        contents([], { classSize: 130, criteria: 'OTHER', criteriaComment: null }),
      ),
    ).toEqual({
      fields: [
        { field: 'classSize', from: 120, to: 130 },
        { field: 'criteria', from: '', to: 'OTHER' },
        { field: 'criteriaComment', from: 'Old', to: '' },
      ],
      students: [],
      isReordered: false,
    });
  });

  it('names each changed field of each student, who was added and who was removed', () => {
    const before = [student('a'), student('b'), student('c')];
    const after = [
      student('a', { email: 'new@example.org', city: 'Sitka', twin: true }),
      student('c'),
      student('z'),
    ];
    expect(comparedContents(contents(before), contents(after)).students).toEqual([
      {
        id: 'a',
        kind: 'changed',
        position: 0,
        name: 'First a Last a',
        fields: [
          { field: 'twin', from: false, to: true },
          { field: 'email', from: 'a@example.org', to: 'new@example.org' },
          { field: 'address.city', from: 'Juneau', to: 'Sitka' },
        ],
      },
      { id: 'z', kind: 'added', position: 2, name: 'First z Last z', fields: [] },
      { id: 'b', kind: 'removed', position: 1, name: 'First b Last b', fields: [] },
    ]);
  });

  it('recognizes a student entered again by name and birth date, anywhere on the list', () => {
    const { first, last, dateOfBirth } = student('b');
    const again = student('y', { first: first.toUpperCase(), last, dateOfBirth, email: 'b2@example.org' });
    expect(comparedContents(contents([student('a'), student('b')]), contents([again])).students).toEqual([
      {
        id: 'y',
        kind: 'changed',
        position: 0,
        name: 'FIRST B Last b',
        fields: [
          { field: 'first', from: 'First b', to: 'FIRST B' },
          { field: 'email', from: 'b@example.org', to: 'b2@example.org' },
        ],
      },
      { id: 'a', kind: 'removed', position: 0, name: 'First a Last a', fields: [] },
    ]);
  });

  it('recognizes a student reentered at the same position only by identifying fields', () => {
    const kindsOf = (one: StudentResponse, other: StudentResponse) =>
      comparedContents(contents([one]), contents([other])).students.map(({ kind }) => kind);
    const { first, last, dateOfBirth, email } = student('a');
    for (const kept of [{ last: last.toUpperCase() }, { email }, { first, dateOfBirth }]) {
      expect(kindsOf(student('a'), student('x', { dateOfBirth: '2009-09-09', ...kept }))).toEqual([
        'changed',
      ]);
    }
    const unnamed = student('n', { first: '', last: '', dateOfBirth: '', email: '' });
    for (const [one, other] of [
      [student('a'), student('x', { first, dateOfBirth: '2009-09-09' })],
      [student('a'), student('x', { dateOfBirth })],
      [unnamed, student('a')],
      [unnamed, { ...unnamed, id: 'm', phone: '(907) 555-0100' }],
    ] as const) {
      expect(kindsOf(one, other)).toEqual(['added', 'removed']);
    }
  });

  it('distinguishes a new order from new students', () => {
    const [a, b, c] = [student('a'), student('b'), student('c')];
    expect(comparedContents(contents([a, b, c]), contents([c, a, b]))).toEqual({
      fields: [],
      students: [],
      isReordered: true,
    });
    expect(comparedContents(contents([a, b, c]), contents([a, c])).isReordered).toBe(false);
  });
});

describe('any two lists', () => {
  const anyStudent = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    first: fc.constantFrom('', 'Ann', 'Ben'),
    last: fc.constantFrom('', 'Lee', 'Moe'),
    dateOfBirth: fc.constantFrom('', '2010-01-01', '2010-02-02'),
    email: fc.constantFrom('', 'x@example.org', 'y@example.org'),
    city: fc.constantFrom('Juneau', 'Sitka'),
  });
  const list = fc
    .uniqueArray(anyStudent, { selector: ({ id }) => id, maxLength: 8 })
    .map((people) => people.map(({ id, ...rest }) => student(id, rest)));

  it('have no changes if they are the same', () => {
    fc.assert(
      fc.property(list, (students) => {
        expect(comparedContents(contents(students), contents(students))).toEqual({
          fields: [],
          students: [],
          isReordered: false,
        });
      }),
    );
  });

  it('contain every student who is neither added nor removed, before and after', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { students } = comparedContents(contents(before), contents(after));
        const of = (kind: string) => students.filter((one) => one.kind === kind).map(({ id }) => id);
        const beforeIds = before.map(({ id }) => id);
        const afterIds = after.map(({ id }) => id);
        expect(before.length - of('removed').length).toBe(after.length - of('added').length);
        expect(of('removed').filter((id) => afterIds.includes(id) || !beforeIds.includes(id))).toEqual([]);
        expect(of('added').filter((id) => beforeIds.includes(id) || !afterIds.includes(id))).toEqual([]);
        expect(new Set(students.map(({ id, kind }) => `${kind} ${id}`)).size).toBe(students.length);
      }),
    );
  });

  it('name exactly the fields that differ between two lists of the same people', () => {
    fc.assert(
      fc.property(list, list, (before, others) => {
        const after = before.map((one, index) => ({ ...(others[index] ?? one), id: one.id }));
        const reported = comparedContents(contents(before), contents(after)).students;
        const expected = before.flatMap((one, index) => {
          const [then, now] = [studentContent(one), studentContent(after[index] ?? one)];
          return Object.keys(now)
            .filter((field) => then[field] !== now[field])
            .map((field) => [one.id, field, then[field], now[field]]);
        });
        expect(
          reported.flatMap(({ id, fields }) => fields.map(({ field, from, to }) => [id, field, from, to])),
        ).toEqual(expected);
      }),
    );
  });
});
