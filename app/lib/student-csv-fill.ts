import { type DraftStudent, emptyStudent, holdsSomething } from '#app/lib/draft.ts';
import { counted } from '#app/lib/draft-words.ts';

/** What happens to the forms that hold something: they are emptied first, or the file's students go into the empty forms. */
export type FillMode = 'replace' | 'append';

/** How many forms an import may fill. */
export function freePlaces(forms: readonly DraftStudent[], mode: FillMode): number {
  return mode === 'replace' ? forms.length : forms.filter((form) => !holdsSomething(form)).length;
}

/**
 * The forms with a file's students in them, as many as before; there must be no more students than `freePlaces`. A form is filled as a
 * whole, never mixed. A replaced student who is in the file again keeps the id, and with it their history.
 */
export function fillForms(
  forms: readonly DraftStudent[],
  students: readonly DraftStudent[],
  mode: FillMode,
  state: string,
): DraftStudent[] {
  const waiting = mode === 'replace' ? withKnownIds(students, forms) : [...students];
  return forms.map((form) =>
    mode === 'replace' || !holdsSomething(form)
      ? (waiting.shift() ?? (mode === 'replace' ? emptyStudent(state) : form))
      : form,
  );
}

function withKnownIds(students: readonly DraftStudent[], forms: readonly DraftStudent[]): DraftStudent[] {
  const left = [...forms];
  return students.map((student) => {
    const at = left.findIndex(
      ({ first, last, dateOfBirth }) =>
        first === student.first && last === student.last && dateOfBirth === student.dateOfBirth,
    );
    const [known] = at < 0 ? [] : left.splice(at, 1);
    return known?.id === undefined ? student : { ...student, id: known.id };
  });
}

/** '9 ready, 1 to fix, 2 more than your 9 places, 3 left out': what is taken of a file, and how far it fits. */
export interface ImportCount {
  readonly ready: number;
  readonly toFix: number;
  /** The rows that a person has left out. */
  readonly leftOut: number;
  /** How many forms there are, and how many of them to fill. */
  readonly forms: number;
  readonly places: number;
}

/** As many as there is no place for. */
export function countTooMany({ ready, toFix, places }: ImportCount): number {
  return Math.max(0, ready + toFix - places);
}

export function countSentence(count: ImportCount): string {
  const tooMany = countTooMany(count);
  const places = counted(count.places, count.places < count.forms ? 'empty place' : 'place');
  return [
    `${count.ready} ready`,
    ...(count.toFix > 0 ? [`${count.toFix} to fix`] : []),
    ...(tooMany > 0 ? [`${tooMany} more than your ${places}`] : []),
    ...(count.leftOut > 0 ? [`${count.leftOut} left out`] : []),
  ].join(', ');
}
