import { type DraftStudent, isFilledIn } from '#app/students/draft-students.ts';
import { studentName } from '#app/students/student-labels.ts';
import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import type { FillMode } from '#app/students/csv/student-csv-fill.ts';
import type { ImportQuestion } from '#app/students/csv/student-csv-outcome.ts';
import { COMPARED_MAX, foldedText, personKey } from '#app/students/same-student.ts';
import { type CsvRow, csvRowOf, type RowReading } from '#app/students/csv/student-csv-rows.ts';

/**
 * Matches rows to the forms they update: by name and birth date as spelled, else regardless of accents, else by email,
 * except for siblings. The latter two only if unique on both sides. Ignores the row numbers in `skippedLines`.
 */
export function matchedRows(
  rows: readonly CsvRow[],
  forms: readonly DraftStudent[],
  { skippedLines, reading }: { readonly skippedLines: ReadonlySet<number>; readonly reading: RowReading },
): CsvRow[] {
  const alone = rows.map((row) => (row.updates === null ? row : csvRowOf(row.line, row.edits, reading)));
  const selected = alone.filter(({ line }) => !skippedLines.has(line.number));
  const indexes = new Map<CsvRow, number>();
  const match = (
    keyOf: (student: DraftStudent) => string | null,
    isUnique: boolean,
    isOther: typeof isSibling = () => false,
  ) => {
    const used = new Set(indexes.values());
    const free = indexesByKey(forms.entries(), keyOf, isUnique);
    const wanted = indexesByKey(selected.entries(), ({ student }) => keyOf(student), isUnique);
    for (const [key, at] of wanted) {
      const row = selected[at];
      const index = free.get(key);
      const form = index === undefined ? undefined : forms[index];
      if (row === undefined || index === undefined || form === undefined) continue;
      if (indexes.has(row) || used.has(index) || isOther(row.student, form)) continue;
      indexes.set(row, index);
    }
  };
  match(spelledKey, false);
  match(personKey, true);
  match(emailKey, true, isSibling);
  return alone.map((row) => {
    const index = indexes.get(row);
    const student = index === undefined ? undefined : forms[index];
    if (index === undefined || student === undefined) return row;
    return csvRowOf(row.line, row.edits, reading, { index, student });
  });
}

/** Returns the index of each key's first item; with `isUnique`, only of keys that occur once. */
function indexesByKey<Item>(
  items: Iterable<[number, Item]>,
  keyOf: (item: Item) => string | null,
  isUnique: boolean,
): Map<string, number> {
  const indexes = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, item] of items) {
    const key = keyOf(item);
    if (key === null) continue;
    if (indexes.has(key)) repeated.add(key);
    else indexes.set(key, index);
  }
  if (isUnique) for (const key of repeated) indexes.delete(key);
  return indexes;
}

/** Like `personKey`, but accents count: twins may be Ana and Aná. */
function spelledKey({ first, last, dateOfBirth }: DraftStudent): string | null {
  const key = [first, last, dateOfBirth].map((text) =>
    text.trim().slice(0, COMPARED_MAX).normalize().toLowerCase(),
  );
  return key.includes('') ? null : JSON.stringify(key);
}

function emailKey({ email }: DraftStudent): string | null {
  return email.trim() === '' ? null : email.trim().toLowerCase();
}

/** Returns whether the first names differ, and so do the last names or birth dates, or one of the two is a twin. */
function isSibling(one: DraftStudent, other: DraftStudent): boolean {
  const differ = (name: 'first' | 'last' | 'dateOfBirth') => {
    const [here, there] = [one[name], other[name]].map(foldedText);
    return here !== '' && there !== '' && here !== there;
  };
  return differ('first') && (one.twin || other.twin || differ('last') || differ('dateOfBirth'));
}

interface ImportEffect {
  readonly updated: readonly DraftStudent[];
  /** Students without a row who are replaced or removed. */
  readonly leaving: readonly DraftStudent[];
  /** How many rows are students who aren't in the list. */
  readonly added: number;
  /** Effect of each row: 'Updates Ann Lee', 'Replaces Bo Kim' or 'New'. */
  readonly descriptions: ReadonlyMap<CsvRow, string>;
}

/** @param rows the selected rows in order, as returned by `matchedRows` */
export function importEffect(
  forms: readonly DraftStudent[],
  rows: readonly CsvRow[],
  mode: FillMode,
): ImportEffect {
  const updated = new Set(rows.flatMap(({ updates }) => (updates === null ? [] : [updates])));
  const isLeaving = (index: number) => {
    const form = forms[index];
    return mode === 'replace' && form !== undefined && !updated.has(index) && isFilledIn(form);
  };
  const describe = ({ updates }: CsvRow, index: number) => {
    if (updates !== null) return `Updates ${studentName(forms[updates], updates)}`;
    return isLeaving(index) ? `Replaces ${studentName(forms[index], index)}` : 'New';
  };
  return {
    updated: forms.filter((_, index) => updated.has(index)),
    leaving: forms.filter((_, index) => isLeaving(index)),
    added: rows.filter(({ updates }) => updates === null).length,
    descriptions: new Map(rows.map((row, index) => [row, describe(row, index)])),
  };
}

/** Returns the question before an import changes students in the forms; null if it only adds students. */
export function importQuestion({
  updated,
  leaving,
  added,
}: Pick<ImportEffect, 'updated' | 'leaving' | 'added'>): ImportQuestion | null {
  if (updated.length + leaving.length === 0) return null;
  const isReplacing = leaving.length > 0;
  const adding = isReplacing || added === 0 ? '' : ` and add ${added}`;
  const act = isReplacing
    ? `Replace ${counted(leaving.length, 'student')}`
    : `Update ${counted(updated.length, 'student')}${adding}`;
  const sentences = [
    isReplacing ? `We'll remove ${namesOf(leaving)} from your list.` : null,
    updated.length > 0
      ? `We'll update ${namesOf(updated)} with the values in your file. Empty cells won't erase anything.`
      : null,
    adding === '' ? null : `We'll add ${counted(added, 'new student')}.`,
    'You can undo this.',
  ];
  return {
    title: `${act}?`,
    message: sentences.filter(Boolean).join('\n'),
    confirmLabel: act,
    tone: isReplacing ? 'danger' : 'primary',
  };
}

const NAMES_MAX = 5;

/** Returns 'Ann Lee, Bo Kim, and 18 more'. */
function namesOf(students: readonly DraftStudent[]): string {
  const names = students.map(({ first, last }) => `${first} ${last}`.trim() || 'a student without a name');
  return listed(names, NAMES_MAX);
}
