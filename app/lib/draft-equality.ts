import { type DraftContent, type DraftStudent, enteredOf, withoutTrailingEmpty } from '#app/lib/draft.ts';
import { formatPhone } from '#app/lib/text/phone.ts';

/** Whether two contents say the same once stored: ids, blanks around texts and empty forms at the end do not count. */
export function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return canonicalContent(one) === canonicalContent(other);
}

/** Whether two lists of students say the same once stored. */
export function isSameList(one: readonly DraftStudent[], other: readonly DraftStudent[]): boolean {
  return canonical(peopleOf(one)) === canonical(peopleOf(other));
}

/** Whether two values of one field, or two addresses, say the same once stored. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** A student as it is stored: a phone is given its form even while its field has not been left. */
export function asStored(student: DraftStudent): Omit<DraftStudent, 'id'> {
  return enteredOf({ ...student, phone: formatPhone(student.phone) });
}

function canonicalContent({ classSize, criteria, criteriaComment, students }: DraftContent): string {
  return canonical({ classSize, criteria, criteriaComment, people: peopleOf(students) });
}

function peopleOf(students: readonly DraftStudent[]) {
  return withoutTrailingEmpty(students).map(asStored);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.trim().normalize().replaceAll('\r\n', '\n') : part,
  );
}
