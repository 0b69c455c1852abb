import { formatNumber } from '#app/lib/text/counted.ts';

/** Who reads a warning: the school's staff, or administrators. */
export type WarnedReader = 'school' | 'office';

const WHOSE = { school: 'your', office: "the school's" } as const;
const WHERE = { school: 'your school', office: 'the school' } as const;

/** Warnings about a student on a list. None of them prevents a submission. */
export const STUDENT_WARNINGS = {
  zipCodeElsewhere: (zip5: string, city: string, state: string) =>
    `ZIP code ${zip5} is in ${city}, ${state}. Check the city, state, or ZIP code.`,
  zipCodeUnknown: (zip5: string) => `ZIP code ${zip5} isn't on our list. Check that it's right.`,
  sameAddress: (position: number, other: string, own: string) =>
    `Student ${position} has the same address, spelled differently: “${other}” and “${own}”.`,
  ownParentsEmail: "The student's and the parent's email are the same. Correct the one that's wrong.",
  parentsEmail: (position: number) =>
    `This is also the email of student ${position}'s parent. Enter the student's own email.`,
  staffEmail: (reader: WarnedReader) => `This is the email of a staff member at ${WHERE[reader]}.`,
  approvedBefore: (reader: WarnedReader, year: number) =>
    `This student was on ${WHOSE[reader]} approved ${year} list.`,
  emailApprovedBefore: (reader: WarnedReader, year: number) =>
    `A student on ${WHOSE[reader]} approved ${year} list has the same email.`,
} as const;

/** Relative change above which a class size may be mistyped. */
const ODD_SHARE = 0.25;

/** Asks whether a class size is right that differs by more than 25% from the school's last one. Never blocks. */
export function classSizeQuestion(
  classSize: number | null,
  previous: { readonly classSize: number; readonly year: number } | null,
  reader: WarnedReader = 'school',
): string | undefined {
  if (classSize === null || previous === null) return undefined;
  const difference = Math.abs(classSize - previous.classSize);
  if (difference <= previous.classSize * ODD_SHARE) return undefined;
  return `In ${previous.year}, ${WHOSE[reader]} class size was ${formatNumber(previous.classSize)}. Is ${formatNumber(classSize)} right?`;
}
