import { listed } from '#app/lib/text/listed.ts';

/** Returns the title of the printable copy and of the PDF. */
export function copyTitle(schoolName: string): string {
  return `Designation for ${schoolName}`;
}

/** Returns the heading above the students. */
export function studentsTitle(count: number): string {
  return count === 0 ? 'No students are designated.' : `Students (${count})`;
}

/** Returns the notice on the copy of a returned designation. `at` is when it was returned. */
export function returnedNotice(at: string): string {
  return `This designation was returned for correction on ${at}. This copy shows it as it was then.`;
}

/** Returns the notice on the copy of a designation that was changed after its submission. */
export function changedNotice(by: string, at: string): string {
  return `On ${at}, ${by} changed this designation after it was submitted. This copy shows the current designation, not the one that was submitted.`;
}

/** Names in a sentence; the rest is counted. */
const NAMES_MAX = 10;

/** Returns what is said in the PDF if it lacks characters. `names` are texts and students that have them. */
export function pdfLacksCharacters(names: readonly string[]): string {
  return `This PDF can't show some characters in ${listed(names, NAMES_MAX)}. Use the printable copy instead.`;
}

/** Returns what is said on the printable copy if the PDF lacks characters. */
export function pageHasCharacters(names: readonly string[]): string {
  return `The PDF can't show some characters in ${listed(names, NAMES_MAX)}. Print this page instead.`;
}
