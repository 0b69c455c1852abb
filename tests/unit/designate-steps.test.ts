import { describe, expect, it } from 'vitest';
import {
  indicatedSteps,
  mayOpenStep,
  targetOf,
  resumeQuestion,
} from '#app/components/designate/designate-steps.ts';
import { correctionsPath } from '#app/lib/urls/corrections-path.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import { nextIncomplete } from '#app/components/designate/student-slots.tsx';
import { type Criteria, DESIGNATION_STATUSES, type DesignationStatus } from '#app/schemas/enums.ts';

const STEPS = ['method', 'students', 'review', 'submit'] as const;

function opened(
  status: DesignationStatus,
  more: { acceptedTermsAndConditions?: boolean; criteria?: Criteria | null; classSize?: number | null } = {},
) {
  const designation = {
    status,
    acceptedTermsAndConditions: true,
    criteria: 'OTHER' as Criteria | null,
    classSize: 0 as number | null,
    ...more,
  };
  return STEPS.filter((step) => mayOpenStep(step, designation));
}

describe('the guards of the steps', () => {
  it.each([
    ['STARTED', ['method', 'students', 'review']],
    ['RETURNED', ['method', 'students', 'review']],
    ['PENDING', ['method', 'students', 'review', 'submit']],
    ['APPROVED', []],
    ['REJECTED', []],
  ] as const)('open for %s: %j', (status, steps) => {
    expect(opened(status)).toEqual(steps);
  });

  it('require accepted terms, which the draft knows for a pending designation', () => {
    for (const status of DESIGNATION_STATUSES) {
      const without = opened(status, { acceptedTermsAndConditions: false });
      expect(without).toEqual(status === 'PENDING' ? [...STEPS] : []);
    }
  });

  it('require criteria and class size after the method', () => {
    expect(opened('STARTED', { criteria: null })).toEqual(['method']);
    expect(opened('STARTED', { classSize: null })).toEqual(['method']);
  });
});

describe('the question before an existing designation is edited', () => {
  const submittedBy = { id: 'u2', firstName: 'Robin', lastName: 'Reed' };
  const questionFor = (status: DesignationStatus, userId: string) =>
    resumeQuestion({ status, submittedBy }, userId);

  it('is asked for every pending one', () => {
    const question =
      'This designation has already been submitted and is pending review. Are you sure you want to edit it?';
    expect([questionFor('PENDING', 'u1'), questionFor('PENDING', 'u2')]).toEqual([question, question]);
  });

  it("names the colleague who started it, and isn't asked about one's own or a returned one", () => {
    expect(questionFor('STARTED', 'u1')).toBe(
      'Robin Reed has already started this designation. Are you sure you want to edit it?',
    );
    expect([
      questionFor('STARTED', 'u2'),
      questionFor('RETURNED', 'u1'),
      questionFor('RETURNED', 'u2'),
    ]).toEqual([null, null, null]);
  });
});

describe('the URLs of the steps', () => {
  const target = { highSchoolId: 'h 1', academicYearId: 'y1' };

  it('carry school and year', () => {
    expect(stepPath('method', target)).toBe('/designate/method?school=h+1&year=y1');
    const designation = { highSchool: { id: 'h1', name: '' }, academicYear: { id: 'y1', year: 2026 } };
    expect(stepPath('review', targetOf(designation))).toBe('/designate/review?school=h1&year=y1');
  });

  it('lead back to the steps done, until the designation is submitted', () => {
    const { steps, current } = indicatedSteps('/designate/Students/', '?school=h1&year=y1');
    expect(current).toBe(3);
    expect(steps.map(({ label, to }) => [label, to])).toEqual([
      ['Agreement', '/designate/agreement?school=h1&year=y1'],
      ['Method', '/designate/method?school=h1&year=y1'],
      ['Students', undefined],
      ['Review', undefined],
      ['Submitted', undefined],
    ]);
    expect(indicatedSteps('/designate/submit', '').steps.every(({ to }) => to === undefined)).toBe(true);
  });
});

const SCHOOL = { highSchoolId: 'a', academicYearId: 'b' };

describe('the step to correct', () => {
  it('is the method if every reason is about it, and otherwise the students', () => {
    expect(correctionsPath(['CLASS_SIZE', 'CRITERIA'], SCHOOL)).toBe(stepPath('method', SCHOOL));
    expect(correctionsPath(['CLASS_SIZE', 'ADDRESS'], SCHOOL)).toBe(stepPath('students', SCHOOL));
    expect(correctionsPath([], SCHOOL)).toBe(stepPath('students', SCHOOL));
  });
});

describe('the next incomplete student', () => {
  it('is after the open one, or else the first from the top, but never the open one itself', () => {
    const complete = [false, true, false, true];
    expect(nextIncomplete(complete, null)).toBe(0);
    expect(nextIncomplete(complete, 0)).toBe(2);
    expect(nextIncomplete(complete, 2)).toBe(0);
    expect(nextIncomplete([true, false], 1)).toBeNull();
    expect(nextIncomplete([true, true], null)).toBeNull();
  });
});
