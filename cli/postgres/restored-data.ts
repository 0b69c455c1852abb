import { z } from 'zod';
import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';

/** A student whose data was purged after the backup was made. */
export const RestoredStudentSchema = z.object({
  year: z.number(),
  designation: z.string(),
  student: z.string(),
});
export type RestoredStudent = z.output<typeof RestoredStudentSchema>;

/**
 * How many texts of a year were purged after the backup was made: `notes` by reviewers, `internalNotes` about
 * designations, and `versions` of returned designations as they were submitted.
 */
export const RestoredTextsSchema = z.object({
  year: z.number(),
  messages: z.number(),
  notes: z.number(),
  internalNotes: z.number(),
  versions: z.number(),
});
export type RestoredTexts = z.output<typeof RestoredTextsSchema>;

type TextKind = Exclude<keyof RestoredTexts, 'year'>;

/**
 * Returns what a restore brought back although it had been purged, with the command to purge it again; null if nothing.
 *
 * @param thisYear the current calendar year
 */
export function restoredSentence(
  students: readonly RestoredStudent[],
  texts: readonly RestoredTexts[],
  thisYear: number,
): string | null {
  const total = (kind: TextKind) => texts.reduce((sum, one) => sum + one[kind], 0);
  const [messages, notes, versions] = [total('messages'), total('notes'), total('versions')];
  const internalNotes = total('internalNotes');
  const parts = [
    students.length === 0 ? null : `the personal data of ${counted(students.length, 'student')}`,
    messages === 0 ? null : counted(messages, 'message'),
    notes === 0 ? null : counted(notes, "reviewer's note", "reviewers' notes"),
    internalNotes === 0 ? null : counted(internalNotes, 'internal note'),
    versions === 0 ? null : counted(versions, 'returned version'),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const isOne =
    parts.length === 1 && (students.length > 0 || messages + notes + internalNotes + versions === 1);
  const [were, them] = isOne ? ['was', 'it'] : ['were', 'them'];
  const newest = newestYear([...students, ...texts.filter(hasTexts)]);
  const age = Math.max(1, thisYear - newest - 1);
  return (
    `The restore brought back ${listed(parts)}, which ${were} purged after this backup was made. ` +
    `To remove ${them} again, run \`laurel retention purge --older-than ${age}y --yes\`.`
  );
}

function hasTexts({ messages, notes, internalNotes, versions }: RestoredTexts): boolean {
  return messages + notes + internalNotes + versions > 0;
}

/** A list of all students is too long for the arguments of Math.max. */
function newestYear(items: readonly { readonly year: number }[]): number {
  return items.reduce((newest, { year }) => Math.max(newest, year), 0);
}
