import { type DraftStudent, isFilledIn, isStoredAs } from '#app/lib/students/draft-students.ts';

/** Returns whether both have the same full name; quick enough to compare every pair of two lists. */
export function isSameNamed(one: DraftStudent, other: DraftStudent): boolean {
  return one.first !== '' && one.last !== '' && one.first === other.first && one.last === other.last;
}

/** Gives students without an ID the ID of the stored student with the same contents, unless another has it. */
export function withIdsOfSame(
  students: readonly DraftStudent[],
  stored: readonly DraftStudent[],
): DraftStudent[] {
  const used = new Set(students.map(({ id }) => id));
  return students.map((student) => {
    if (student.id !== undefined || !isFilledIn(student)) return student;
    const same = stored.find(
      (each) => !used.has(each.id) && isSameNamed(each, student) && isStoredAs(each, student),
    );
    if (same === undefined) return student;
    used.add(same.id);
    return { ...student, id: same.id };
  });
}
