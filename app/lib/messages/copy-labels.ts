/** Returns the title of the printable copy and of the PDF. */
export function copyTitle(schoolName: string): string {
  return `Designation for ${schoolName}`;
}

/** Returns the heading above the students. */
export function studentsTitle(count: number): string {
  return count === 0 ? 'No students are designated.' : `Students (${count})`;
}

export const PDF_LACKS_CHARACTERS =
  "This file can't show some characters, such as emoji or Chinese characters. The printable copy can.";

/** Scripts that the font in the PDF has. */
const IN_FONT =
  /^(?:(?!\p{Emoji_Presentation})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])*$/u;

/** Returns whether the PDF can show a text. */
export function isInPdfFont(text: string): boolean {
  return IN_FONT.test(text);
}
