import { type DraftStudent, emptyStudent, isFilledIn } from '#app/lib/students/draft-students.ts';
import { counted, plural } from '#app/lib/text/counted.ts';

/** What happens to the forms that hold something: they are emptied first, or the file's students go into the empty forms. */
export type FillMode = 'replace' | 'append';

/** How many forms an import may fill. */
export function freeSlots(forms: readonly DraftStudent[], mode: FillMode): number {
  return mode === 'replace' ? forms.length : forms.filter((form) => !isFilledIn(form)).length;
}

/** What an import puts into a form; `updates` is the place of the form that holds the same student already. */
interface Filling {
  readonly student: DraftStudent;
  readonly updates: number | null;
}

/**
 * The forms with a file's students in them, as many as before. A form is filled as a whole, never with two students; whoever is in the
 * file again keeps the id, and with it their history. There must be no more new students than there are places.
 */
export function fillForms(
  forms: readonly DraftStudent[],
  rows: readonly Filling[],
  mode: FillMode,
  state: string,
): DraftStudent[] {
  if (mode === 'replace') return forms.map((_, index) => rows[index]?.student ?? emptyStudent(state));
  const updated = new Map(rows.map(({ student, updates }) => [updates, student]));
  const waiting = rows.filter(({ updates }) => updates === null);
  return forms.map((form, index) =>
    isFilledIn(form) ? (updated.get(index) ?? form) : (waiting.shift()?.student ?? form),
  );
}

/** '9 ready, 1 needs fixes, 2 more than your 9 places, 3 skipped': what is taken of a file, and how far it fits. */
export interface ImportCount {
  readonly ready: number;
  readonly toFix: number;
  /** The rows that a person has left out. */
  readonly leftOut: number;
  /** The rows that need no place, for they update a form that is filled. */
  readonly updates: number;
  /** How many forms there are, and how many of them to fill. */
  readonly forms: number;
  readonly slots: number;
}

/** As many as there is no place for. */
export function countTooMany({ ready, toFix, updates, slots }: ImportCount): number {
  return Math.max(0, ready + toFix - updates - slots);
}

export function countSentence(count: ImportCount): string {
  const tooMany = countTooMany(count);
  const slots = counted(count.slots, count.slots < count.forms ? 'empty place' : 'place');
  return [
    `${count.ready} ready`,
    ...(count.toFix > 0 ? [`${count.toFix} ${plural(count.toFix, 'needs', 'need')} fixes`] : []),
    ...(tooMany > 0 ? [`${tooMany} more than your ${slots}`] : []),
    ...(count.leftOut > 0 ? [`${count.leftOut} skipped`] : []),
  ].join(', ');
}
