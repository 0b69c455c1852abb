import { type DraftStudent, holdsSomething } from '#app/lib/draft.ts';
import { counted, studentName } from '#app/lib/draft-labels.ts';
import type { FillMode } from '#app/lib/student-csv/student-csv-fill.ts';
import type { ImportQuestion } from '#app/lib/student-csv/student-csv-outcome.ts';
import { type CsvRow, csvRowOf, personKey, type RowReading } from '#app/lib/student-csv/student-csv-rows.ts';

/**
 * Matches rows to the forms they update, one row a form: by name and birth date, else by an email that is unique on
 * both sides, unless first name and birth date both differ (siblings). Rows in `leftOut`, by number, update none.
 */
export function matchedRows(
  rows: readonly CsvRow[],
  forms: readonly DraftStudent[],
  { leftOut, reading }: { readonly leftOut: ReadonlySet<number>; readonly reading: RowReading },
): CsvRow[] {
  const alone = rows.map((row) => (row.updates === null ? row : csvRowOf(row.line, row.edits, reading)));
  const taken = alone.filter(({ line }) => !leftOut.has(line.number));
  const places = new Map<CsvRow, number>();
  const match = (
    keyOf: (student: DraftStudent) => string | null,
    isUnique: boolean,
    isOther: typeof isSibling = () => false,
  ) => {
    const used = new Set(places.values());
    const free = placesByKey(forms.entries(), keyOf, isUnique);
    const wanted = placesByKey(taken.entries(), ({ student }) => keyOf(student), isUnique);
    for (const [key, at] of wanted) {
      const row = taken[at];
      const place = free.get(key);
      const form = place === undefined ? undefined : forms[place];
      if (row === undefined || place === undefined || form === undefined) continue;
      if (places.has(row) || used.has(place) || isOther(row.student, form)) continue;
      places.set(row, place);
    }
  };
  match(personKey, false);
  match(emailKey, true, isSibling);
  return alone.map((row) => {
    const place = places.get(row);
    const student = place === undefined ? undefined : forms[place];
    if (place === undefined || student === undefined) return row;
    return csvRowOf(row.line, row.edits, reading, { place, student });
  });
}

/** Where each key stands: the first time, or with `isUnique` only keys that stand there once. */
function placesByKey<Item>(
  items: Iterable<[number, Item]>,
  keyOf: (item: Item) => string | null,
  isUnique: boolean,
): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [place, item] of items) {
    const key = keyOf(item);
    if (key === null) continue;
    if (places.has(key)) repeated.add(key);
    else places.set(key, place);
  }
  if (isUnique) for (const key of repeated) places.delete(key);
  return places;
}

function emailKey({ email }: DraftStudent): string | null {
  return email.trim() === '' ? null : email.trim().toLowerCase();
}

/** Whether first name and birth date are both known, and both different. */
function isSibling(one: DraftStudent, other: DraftStudent): boolean {
  return (['first', 'dateOfBirth'] as const).every((name) => {
    const [here, there] = [one[name], other[name]].map((text) => text.trim().normalize().toLowerCase());
    return here !== '' && there !== '' && here !== there;
  });
}

/** What becomes of the students who are in the forms. */
interface ImportEffect {
  /** Those whom a row updates. */
  readonly updated: readonly DraftStudent[];
  /** Those who have no row, and whose form is needed or emptied. */
  readonly leaving: readonly DraftStudent[];
  /** What each row that is taken does: 'Updates Ann Lee', 'Replaces Bo Kim', 'New'. */
  readonly words: ReadonlyMap<CsvRow, string>;
}

/** @param rows those that are taken, in their order, as `matchedRows` answers them */
export function importEffect(
  forms: readonly DraftStudent[],
  rows: readonly CsvRow[],
  mode: FillMode,
): ImportEffect {
  const updated = new Set(rows.flatMap(({ updates }) => (updates === null ? [] : [updates])));
  const isLeaving = (place: number) => {
    const form = forms[place];
    return mode === 'replace' && form !== undefined && !updated.has(place) && holdsSomething(form);
  };
  const wordsOf = ({ updates }: CsvRow, place: number) => {
    if (updates !== null) return `Updates ${studentName(forms[updates], updates)}`;
    return isLeaving(place) ? `Replaces ${studentName(forms[place], place)}` : 'New';
  };
  return {
    updated: forms.filter((_, place) => updated.has(place)),
    leaving: forms.filter((_, place) => isLeaving(place)),
    words: new Map(rows.map((row, place) => [row, wordsOf(row, place)])),
  };
}

/** What to ask before an import changes students who are in the forms; null where it only adds some. */
export function importQuestion({
  updated,
  leaving,
}: Pick<ImportEffect, 'updated' | 'leaving'>): ImportQuestion | null {
  if (updated.length + leaving.length === 0) return null;
  const act =
    leaving.length > 0
      ? `Replace ${counted(leaving.length, 'student')}`
      : `Update ${counted(updated.length, 'student')}`;
  const sentences = [
    leaving.length > 0 ? `We’ll remove ${listed(leaving)} from your list.` : null,
    updated.length > 0
      ? `We’ll update ${listed(updated)} from your file. Empty cells won’t erase anything.`
      : null,
    'You can undo this.',
  ];
  return { title: `${act}?`, message: sentences.filter(Boolean).join('\n'), confirmLabel: act };
}

const NAMES_MAX = 5;

const list = new Intl.ListFormat('en-US');

/** 'Ann Lee, Bo Kim, and 18 more'. */
function listed(students: readonly DraftStudent[]): string {
  const names = students.map(({ first, last }) => `${first} ${last}`.trim() || 'a student without a name');
  const more = names.length - NAMES_MAX;
  return list.format(more > 0 ? [...names.slice(0, NAMES_MAX), `${more} more`] : names);
}
