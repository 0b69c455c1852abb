import type { StudentInput } from '#app/schemas/student.ts';

/**
 * The body of a PATCH that adds this many students to a designation and submits it. Designations have different
 * students: if all had the same, the check for students on several lists would have millions of matches to store.
 */
export function submissionOf(students: number, designationId: string) {
  return {
    status: 'PENDING',
    classSize: students * 10,
    criteria: 'CUMULATIVE_GPA',
    criteriaComment: 'As ever.',
    students: Array.from({ length: students }, (_, index) => benchStudent(index, designationId.slice(0, 8))),
  };
}

/** The student at an index; `family` becomes part of the last name. */
export function benchStudent(index: number, family = ''): StudentInput {
  return {
    first: 'Ada',
    middle: '',
    last: `Winter${index}${family}`,
    preferred: '',
    dateOfBirth: '2009-05-06',
    twin: false,
    phone: '(907) 555-0123',
    email: `ada.winter${index}@students.example.org`,
    parentEmail: '',
    address: {
      address1: '12 Spruce Street',
      address2: '',
      city: 'Sitka',
      state: 'AK',
      zip5: '99835',
      zip4: '',
    },
  };
}
