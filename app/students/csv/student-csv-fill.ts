import { type DraftStudent, emptyStudent, isFilledIn } from '#app/students/draft-students.ts';
import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';

/** `replace` clears the filled forms first; `append` adds students to the empty ones. */
export type FillMode = 'replace' | 'append';

/** Returns how many forms an import may fill. */
export function freeSlots(forms: readonly DraftStudent[], mode: FillMode): number {
  return mode === 'replace' ? forms.length : forms.filter((form) => !isFilledIn(form)).length;
}

/** A student to import; `updates` is the index of the form that already has the student. */
interface Filling {
  readonly student: DraftStudent;
  readonly updates: number | null;
}

/** Returns the forms with the imported students; updated ones keep their IDs. There must be enough slots. */
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

/** Counts for '9 ready, 1 needs fixes, 2 more than your 9 spots, 3 skipped'. */
export interface ImportCount {
  readonly ready: number;
  readonly toFix: number;
  /** Rows that the user skipped. */
  readonly skipped: number;
  /** Skipped rows that are the same as an earlier row. */
  readonly repeated: number;
  /** Rows that need no slot, because they update a filled form. */
  readonly updates: number;
  /** Number of forms, and how many of them can be filled. */
  readonly forms: number;
  readonly slots: number;
}

/** Returns how many students have no slot. */
export function countTooMany({ ready, toFix, updates, slots }: ImportCount): number {
  return Math.max(0, ready + toFix - updates - slots);
}

export function countSentence(count: ImportCount): string {
  const tooMany = countTooMany(count);
  return [
    `${counted(count.ready, 'student')} ready`,
    ...(count.toFix > 0
      ? [`${formatNumber(count.toFix)} ${plural(count.toFix, 'needs', 'need')} fixes`]
      : []),
    ...(tooMany > 0 ? [tooManyText(tooMany, count)] : []),
    ...(count.skipped > 0 ? [skippedText(count)] : []),
  ].join(', ');
}

function tooManyText(tooMany: number, { slots, forms }: ImportCount): string {
  if (slots === 0) return `${tooMany} ${plural(tooMany, "doesn't", "don't")} fit (no open spots)`;
  return `${tooMany} more than your ${counted(slots, slots < forms ? 'open spot' : 'spot')}`;
}

function skippedText({ skipped, repeated }: ImportCount): string {
  const again = `${repeated} ${plural(repeated, 'repeats an earlier row', 'repeat earlier rows')}`;
  return `${skipped} skipped${repeated > 0 ? ` (${again})` : ''}`;
}
