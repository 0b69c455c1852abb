import fc from 'fast-check';
import { expect, it } from 'vitest';
import { incompleteStudent, incompleteStudents } from '#app/domain/designations/submission-issues.ts';
import { replacedStudents } from '#app/domain/students/replaced-students.ts';
import { StudentDraftSchema } from '#app/schemas/student.ts';

const COMPLETE = {
  first: 'Ada',
  middle: 'M.',
  last: 'Winter',
  preferred: '',
  dateOfBirth: '2009-05-06',
  twin: false,
  phone: '(907) 555-0123',
  email: 'ada@students.example.org',
  parentEmail: 'parent@example.org',
  address1: '12 Spruce Street',
  address2: 'Apt. 3',
  city: 'Sitka',
  state: 'AK',
  zip5: '99835',
  zip4: '0123',
};

/** A draft with any values missing, blank, or invalid. */
const draft = fc
  .record(
    Object.fromEntries(
      Object.entries(COMPLETE).map(([field, value]) => [
        field,
        typeof value === 'boolean'
          ? fc.boolean()
          : fc.oneof({ weight: 30, arbitrary: fc.constant(value) }, fc.constantFrom('', '  ', 'x', '\u200b')),
      ]),
    ),
    { requiredKeys: [] },
  )
  .map(({ address1, address2, city, state, zip5, zip4, ...own }) => ({
    ...own,
    address: { address1, address2, city, state, zip5, zip4 },
  }));

it('the check of a parsed draft finds the same errors as a full check', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(draft, { minLength: 1, maxLength: 3 }), (drafts) => {
      const read = drafts.flatMap((one) => {
        const parsed = StudentDraftSchema.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      });
      taken += read.length;
      const { students } = replacedStudents([], read, {
        designationId: 'd',
        now: new Date('2026-11-22T12:00:00.000Z'),
        today: '2026-11-22',
      });
      expect(incompleteStudents(students, [])).toEqual(students.flatMap(incompleteStudent));
    }),
    { numRuns: 1000 },
  );
  expect(taken).toBeGreaterThan(500);
});

it('stored students are checked fully, because they may be older than a rule', () => {
  const [student] = replacedStudents([], [StudentDraftSchema.parse({})], {
    designationId: 'd',
    now: new Date(),
    today: '2026-11-22',
  }).students;
  if (student === undefined) throw new Error('There is no student.');
  const { address1, address2, city, state, zip5, zip4, ...own } = COMPLETE;
  const address = { ...student.address, address1, address2, city, state, zip5, zip4 };
  const old = { ...student, ...own, address, phone: '907-555-0123' };
  expect(incompleteStudents([old], [old]).map(({ path }) => path)).toEqual([['students', 0, 'phone']]);
});
