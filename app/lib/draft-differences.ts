import type { DraftContent, DraftStudent } from '#app/lib/draft.ts';
import { withoutTrailingEmpty } from '#app/lib/draft.ts';

const STUDENT_LABELS: Readonly<Record<keyof Omit<DraftStudent, 'id' | 'address'>, string>> = {
  first: 'first name',
  middle: 'middle name',
  last: 'last name',
  preferred: 'preferred name',
  dateOfBirth: 'date of birth',
  twin: 'twin',
  phone: 'phone',
  email: 'email',
  parentEmail: 'parent email',
};
const METHOD_LABELS = { classSize: 'Class size', criteria: 'Criteria', criteriaComment: 'Comment' } as const;
/** More places than this are counted, not named. */
const MOST_NAMED = 8;

/** Where two contents differ, by the names of places and fields, never their values: 'Class size', 'Student 3: phone, address'. */
export function differencesInWords(mine: DraftContent, theirs: DraftContent): string[] {
  const fields = Object.entries(METHOD_LABELS).flatMap(([field, label]) => {
    const key = field as keyof typeof METHOD_LABELS;
    return same(mine[key] ?? '', theirs[key] ?? '') ? [] : [label];
  });
  const [ours, others] = [withoutTrailingEmpty(mine.students), withoutTrailingEmpty(theirs.students)];
  const students = Array.from({ length: Math.max(ours.length, others.length) }, (_, place) =>
    studentDifference(place, ours[place], others[place]),
  ).filter((difference) => difference !== null);
  const named = [...fields, ...students];
  const more = named.length - MOST_NAMED;
  return more <= 0 ? named : [...named.slice(0, MOST_NAMED), `${more} more`];
}

function studentDifference(
  place: number,
  mine: DraftStudent | undefined,
  theirs: DraftStudent | undefined,
): string | null {
  const name = `Student ${place + 1}`;
  if (mine === undefined) return `${name}: only in the saved version`;
  if (theirs === undefined) return `${name}: only here`;
  const fields = Object.entries(STUDENT_LABELS).flatMap(([field, label]) => {
    const key = field as keyof typeof STUDENT_LABELS;
    return same(mine[key], theirs[key]) ? [] : [label];
  });
  const isAddressSame = same(JSON.stringify(mine.address), JSON.stringify(theirs.address));
  const all = isAddressSame ? fields : [...fields, 'address'];
  return all.length === 0 ? null : `${name}: ${all.join(', ')}`;
}

function same(one: string | number | boolean, other: string | number | boolean): boolean {
  return String(one).trim() === String(other).trim();
}
