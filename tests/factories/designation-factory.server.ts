import { randomUUID } from 'node:crypto';
import { TERMS_VERSION } from '#app/config/constants.ts';
import type { Criteria, DecisionReason, DesignationStatus } from '#app/schemas/enums.ts';
import type { StudentDraft, StudentInput } from '#app/schemas/student.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT, nextNumber } from '#tests/factories/row-defaults.ts';

export interface MadeDesignation {
  readonly id: string;
  readonly highSchoolId: string;
  readonly academicYearId: string;
  readonly submittedById: string;
  readonly status: DesignationStatus;
  readonly classSize: number | null;
  readonly criteria: Criteria | null;
  readonly criteriaComment: string | null;
  readonly acceptedTermsAt: Date | null;
  readonly downloadedAt: Date | null;
  readonly reasons: DecisionReason[];
  readonly note: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly students: readonly MadeStudent[];
}

type NewDesignation = Partial<Omit<MadeDesignation, 'students'>> &
  Pick<MadeDesignation, 'highSchoolId' | 'academicYearId' | 'submittedById'> & {
    /** How many complete students to insert, or the fields of each. None by default. */
    students?: number | readonly Partial<StudentDraft>[];
  };

/** Inserts a designation, by default STARTED, with accepted terms but no other data or students. */
export async function makeDesignation(orm: Orm, given: NewDesignation): Promise<MadeDesignation> {
  const { students = [], ...overrides } = given;
  const made = {
    id: randomUUID(),
    status: 'STARTED' as DesignationStatus,
    classSize: null,
    criteria: null,
    criteriaComment: null,
    acceptedTermsAt: MADE_AT,
    downloadedAt: null,
    reasons: [],
    note: null,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
    ...overrides,
  };
  const { highSchoolId, academicYearId, submittedById, ...columns } = made;
  await orm.em.fork().insert(DesignationEntity, {
    ...columns,
    highSchool: highSchoolId,
    academicYear: academicYearId,
    submittedBy: submittedById,
    acceptedTermsVersion: made.acceptedTermsAt === null ? null : TERMS_VERSION,
  });
  const wanted = typeof students === 'number' ? Array.from({ length: students }, () => ({})) : students;
  const rows: MadeStudent[] = [];
  for (const [position, student] of wanted.entries()) {
    rows.push(await makeStudent(orm, { designationId: made.id, position, ...student }));
  }
  return { ...made, students: rows };
}

export interface MadeStudent extends StudentDraft {
  readonly id: string;
  readonly designationId: string;
}

/** Inserts a complete student, with the given fields replaced. */
export async function makeStudent(
  orm: Orm,
  given: Partial<StudentDraft> & { designationId: string; position?: number },
): Promise<MadeStudent> {
  const { designationId, position = 0, ...overrides } = given;
  const student = { ...studentInput(), id: randomUUID(), designationId, ...overrides };
  const { address } = student;
  await orm.em.fork().insert(StudentEntity, {
    id: student.id,
    designation: designationId,
    position,
    first: student.first,
    middle: student.middle,
    last: student.last,
    preferred: student.preferred,
    dateOfBirth: student.dateOfBirth === '' ? null : student.dateOfBirth,
    twin: student.twin,
    phone: student.phone,
    email: student.email,
    parentEmail: student.parentEmail,
    address: {
      id: randomUUID(),
      address1: address.address1,
      address2: address.address2 ?? '',
      city: address.city,
      state: address.state,
      zip5: address.zip5,
      zip4: address.zip4 ?? '',
      firmName: address.firmName ?? '',
      urbanization: address.urbanization ?? '',
      status: 'UNVERIFIED',
    },
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
  });
  return student;
}

/** Returns a complete student as a form or REST body sends it, different on each call. */
export function studentInput(overrides: Partial<StudentInput> = {}): StudentInput {
  const number = nextNumber();
  return {
    first: `First${number}`,
    middle: '',
    last: `Last${number}`,
    preferred: '',
    dateOfBirth: '2010-03-04',
    twin: false,
    phone: '(907) 555-0123',
    email: `student${number}@students.example.org`,
    parentEmail: '',
    address: {
      address1: `${number} Spruce Street`,
      city: 'Juneau',
      state: 'AK',
      zip5: '99801',
      address2: '',
      zip4: '',
      firmName: '',
      urbanization: '',
    },
    ...overrides,
  };
}

/** Returns this many complete students as a body sends them. */
export function studentInputs(count: number): StudentInput[] {
  return Array.from({ length: count }, () => studentInput());
}
