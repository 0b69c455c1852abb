import { designationSize } from '#app/lib/designation-size.ts';

/** '1 student', '12 students'. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What to ask before a smaller class drops forms that hold something (decisions, section 9). */
export function dropQuestion(classSize: number, dropped: number): string {
  const size = designationSize(classSize);
  return `A class of ${classSize} designates ${counted(size, 'student')}. ${counted(dropped, 'student')} whom you have already entered would be dropped from the end of the list. Do you want to go on?`;
}
