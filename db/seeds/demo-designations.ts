import type { Criteria, DecisionReason, DesignationStatus } from '#app/schemas/enums.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import {
  DEMO_SCHOOLS,
  type DemoSchool,
  INACTIVE_SCHOOLS,
  RETURNED_SCHOOL,
  UNSTARTED_SCHOOL,
} from './demo-schools.ts';
import { type DemoReturn, withEarlierReturn } from './demo-returns.ts';
import { type DemoStudent, demoStudents } from './demo-students.ts';
import { ACTIVE_DEMO_YEAR, DEMO_YEARS } from './demo-years.ts';
import { SeededRandom } from './seeded-random.ts';

/** A designation of the demo. Days count back from the day of the seed. */
export interface DemoDesignation {
  readonly school: DemoSchool;
  readonly year: number;
  readonly status: DesignationStatus;
  readonly classSize: number | null;
  readonly criteria: Criteria | null;
  readonly criteriaComment: string | null;
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
  readonly students: readonly DemoStudent[];
  /** A return before the last submission. */
  readonly earlierReturn: DemoReturn | null;
  readonly startedDaysAgo: number;
  /** The last submission. */
  readonly submittedDaysAgo: number | null;
  readonly decidedDaysAgo: number | null;
}

type FirstRound = Omit<DemoDesignation, 'earlierReturn'>;

const DAYS_OF_A_YEAR = 365;
export const DUAL_ENROLLED_AT = ['Chugach Ridge High School', 'Flattop High School'] as const;
const OTHER_COMMENT =
  'Class rank is taken from the weighted average of core subjects; electives and pass/fail courses are excluded.';
const CHANGED_COMMENT =
  'The school board moved to these criteria for all honors after the last academic year.';

/** The statuses of the active year, assigned to the active schools in order. Null means not started. */
const DEALT: readonly (DesignationStatus | null)[] = [
  ...['PENDING', null, 'APPROVED', 'STARTED', 'PENDING', null, 'APPROVED', null, 'PENDING', 'STARTED'],
  ...[null, 'APPROVED', 'PENDING', null, 'RETURNED', 'STARTED', null, 'PENDING', 'APPROVED', 'REJECTED'],
] as (DesignationStatus | null)[];

const RETURN_NOTE =
  'Two mailing addresses are missing apartment numbers. Please check with the families and submit again.';
const REJECT_NOTE =
  'These students finished the spring term at another school, where they earned most of their credits. That school has designated them.';

/** Returns the designations of the demo's schools and years, the earliest year first. */
export function demoDesignations(): DemoDesignation[] {
  const designations: FirstRound[] = [];
  for (const [at, school] of DEMO_SCHOOLS.entries()) {
    for (const year of DEMO_YEARS) {
      const status = statusOf(school, year, at);
      if (status !== null) designations.push(designation(school, year, status));
    }
  }
  return withDualEnrolled(designations)
    .map(withEarlierReturn)
    .sort((one, other) => one.year - other.year);
}

/** Puts one student on the lists of two schools of the same town, for administrators to compare. */
function withDualEnrolled(designations: readonly FirstRound[]): FirstRound[] {
  const [listed] = designations.find(isOf(DUAL_ENROLLED_AT[0]))?.students ?? [];
  return designations.map((designation) => {
    const [replaced, ...others] = designation.students;
    if (listed === undefined || replaced === undefined || !isOf(DUAL_ENROLLED_AT[1])(designation))
      return designation;
    const again = { ...listed, address: { ...listed.address, id: replaced.address.id } };
    return { ...designation, students: [again, ...others] };
  });
}

const isOf = (school: string) => (designation: FirstRound) =>
  designation.school.name === school && designation.year === ACTIVE_DEMO_YEAR;

function statusOf(school: DemoSchool, year: number, at: number): DesignationStatus | null {
  if (INACTIVE_SCHOOLS.includes(school.name)) return year === 2024 ? 'APPROVED' : null;
  if (year === ACTIVE_DEMO_YEAR) {
    if (school.name === RETURNED_SCHOOL) return 'RETURNED';
    if (school.name === UNSTARTED_SCHOOL) return null;
    return DEALT[at % DEALT.length] ?? null;
  }
  const random = new SeededRandom(`status ${school.name} ${year}`);
  if (school.name === RETURNED_SCHOOL || school.name === UNSTARTED_SCHOOL) return 'APPROVED';
  return random.percent(8) ? null : random.percent(3) ? 'REJECTED' : 'APPROVED';
}

function designation(school: DemoSchool, year: number, status: DesignationStatus): FirstRound {
  const random = new SeededRandom(`designation ${school.name} ${year}`);
  const before = (ACTIVE_DEMO_YEAR - year) * DAYS_OF_A_YEAR;
  const startedDaysAgo = before + random.between(22, 48);
  const submittedDaysAgo = status === 'STARTED' ? null : startedDaysAgo - random.between(1, 9);
  const isDecided = submittedDaysAgo !== null && status !== 'PENDING';
  const isBare = status === 'STARTED' && random.percent(40);
  const classSize = isBare ? null : Math.max(1, school.classSize + random.between(-4, 4));
  const slots = classSize === null ? 0 : designationSize(classSize);
  const entered = status === 'STARTED' ? Math.floor(slots / 2) : slots;
  return {
    school,
    year,
    status,
    classSize,
    ...(isBare ? { criteria: null, criteriaComment: null } : criteriaOf(school, year)),
    ...decisionOf(status),
    students: demoStudents(random, school, year, entered),
    startedDaysAgo,
    submittedDaysAgo,
    decidedDaysAgo: isDecided ? submittedDaysAgo - random.between(2, 11) : null,
  };
}

/** Returns a school's criteria, the same every year. Some change them in the active year and explain why. */
function criteriaOf(
  school: DemoSchool,
  year: number,
): { criteria: Criteria; criteriaComment: string | null } {
  const random = new SeededRandom(`criteria ${school.name}`);
  const usual = random.pick([
    'CUMULATIVE_GPA',
    'CUMULATIVE_GPA',
    'CUMULATIVE_WEIGHTED_GPA',
    'OTHER',
  ] as const);
  const hasChanged = random.percent(12) && year === ACTIVE_DEMO_YEAR && usual !== 'CUMULATIVE_WEIGHTED_GPA';
  if (hasChanged) return { criteria: 'CUMULATIVE_WEIGHTED_GPA', criteriaComment: CHANGED_COMMENT };
  return { criteria: usual, criteriaComment: usual === 'OTHER' ? OTHER_COMMENT : null };
}

function decisionOf(status: DesignationStatus): Pick<DemoDesignation, 'reasons' | 'note'> {
  switch (status) {
    case 'RETURNED':
      return { reasons: ['ADDRESS', 'STUDENT_DETAILS'], note: RETURN_NOTE };
    case 'REJECTED':
      return { reasons: ['DUAL_ENROLLED'], note: REJECT_NOTE };
    case 'STARTED':
    case 'PENDING':
    case 'APPROVED':
      return { reasons: [], note: null };
  }
}
