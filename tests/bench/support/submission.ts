import type { StudentInput } from '#app/schemas/student.ts';

/** The body of a PATCH that adds this many students to a designation and submits it. */
export function submissionOf(students: number) {
  return {
    status: 'PENDING',
    classSize: students * 10,
    criteria: 'CUMULATIVE_GPA',
    criteriaComment: 'As ever.',
    students: Array.from({ length: students }, (_, index) => benchStudent(index)),
  };
}

export function benchStudent(index: number): StudentInput {
  return {
    first: 'Ada',
    middle: '',
    last: `Winter${index}`,
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
