import type { DecisionReason, DesignationStatus } from '#app/schemas/enums.ts';
import type { DemoStudent } from './demo-students.ts';
import { ACTIVE_DEMO_YEAR } from './demo-years.ts';
import { SeededRandom } from './seeded-random.ts';

/** A return that the school has answered. `before` is the first student as returned; the rest of the list was right. */
export interface DemoReturn {
  readonly submittedDaysAgo: number;
  readonly returnedDaysAgo: number;
  readonly reasons: readonly DecisionReason[];
  readonly note: string;
  readonly before: DemoStudent;
}

interface Returnable {
  readonly school: { readonly name: string };
  readonly year: number;
  readonly status: DesignationStatus;
  readonly students: readonly DemoStudent[];
  readonly submittedDaysAgo: number | null;
  readonly decidedDaysAgo: number | null;
}

/** Schools that were asked for corrections in the active year and have submitted them. */
export const RESUBMITTED_SCHOOLS: readonly string[] = [
  'Aurora Early College High School',
  'Baranof High School',
  'Chena Hills High School',
  'Susitna High School',
];

const SHARE_OF_EARLIER_YEARS = 15;
const YEARS_TOO_YOUNG = 4;

/** Returns what was wrong with a student's entry, and the student before it was corrected. */
const MISTAKES: readonly [Mistake, Mistake] = [
  {
    reasons: ['ADDRESS'],
    note: "The first student's mailing address has no house or box number. Please add it and submit again.",
    before: (student) => ({
      ...student,
      address: { ...student.address, address1: student.address.address1.replace(/^\d+ | \d+$/, '') },
    }),
  },
  {
    reasons: ['STUDENT_DETAILS'],
    note: "The first student's birth date can't be right for a junior. Please check it and submit again.",
    before: (student) => ({
      ...student,
      dateOfBirth: `${Number(student.dateOfBirth.slice(0, 4)) + YEARS_TOO_YOUNG}${student.dateOfBirth.slice(4)}`,
    }),
  },
];

interface Mistake extends Pick<DemoReturn, 'reasons' | 'note'> {
  readonly before: (student: DemoStudent) => DemoStudent;
}

/** Puts a return and a second submission between the submission and the decision of some designations. */
export function withEarlierReturn<Designation extends Returnable>(
  designation: Designation,
): Designation & { readonly earlierReturn: DemoReturn | null } {
  const { school, year, status, submittedDaysAgo, decidedDaysAgo, students } = designation;
  const [student] = students;
  const random = new SeededRandom(`return ${school.name} ${year}`);
  const isChosen =
    year === ACTIVE_DEMO_YEAR
      ? RESUBMITTED_SCHOOLS.includes(school.name)
      : status === 'APPROVED' && random.percent(SHARE_OF_EARLIER_YEARS);
  if (!isChosen || submittedDaysAgo === null || student === undefined)
    return { ...designation, earlierReturn: null };
  const { reasons, note, before } = random.pick(MISTAKES);
  const returnedDaysAgo = submittedDaysAgo - random.between(2, 4);
  const resubmittedDaysAgo = returnedDaysAgo - random.between(2, 4);
  return {
    ...designation,
    earlierReturn: { submittedDaysAgo, returnedDaysAgo, reasons, note, before: before(student) },
    submittedDaysAgo: resubmittedDaysAgo,
    decidedDaysAgo: decidedDaysAgo === null ? null : resubmittedDaysAgo - random.between(1, 4),
  };
}
