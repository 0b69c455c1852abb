import { counted } from '#app/lib/text/counted.ts';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

/** Returns 'Ann Lee', or 'student 3' if there is no name; `index` is from 0. */
export function studentName(student: DraftStudent | undefined, index: number): string {
  const name = `${student?.first ?? ''} ${student?.last ?? ''}`.trim();
  return name === '' ? `student ${index + 1}` : name;
}

/** Returns the question before a smaller class removes students (decisions, section 9). */
export function removalQuestion(classSize: number, removed: number): string {
  return `With a class of ${classSize}, you can designate ${counted(designationSize(classSize), 'student')}. Choose ${counted(removed, 'student')} to remove from your list.`;
}

/** Returns the error for too few or too many students. */
export function chosenMessage(wanted: number, chosen: number): string {
  return `Choose exactly ${counted(wanted, 'student')} to remove. You chose ${chosen}.`;
}
