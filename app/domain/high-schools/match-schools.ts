import type { SchoolListRow } from './read-school-list.server.ts';
import { zipOfCell } from '#app/lib/csv/csv-zip.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { hasTooManyCombiningMarks, Uuid } from '#app/schemas/fields.ts';
import { ADD_SIMILAR, SKIP_SIMILAR } from '#app/schemas/enums.ts';
import type { HighSchoolDetails } from '#app/schemas/high-school.ts';
import type { SimilarChoices, SimilarSchool } from '#app/schemas/school-import.ts';

/** A school's current state and its version. */
export type StoredSchool = HighSchoolDetails & { readonly version: number };

/** The matching school, null for a new school, possible matches, or why the row is ambiguous. */
export type Match =
  | { readonly school: StoredSchool | null; readonly isChosen?: true }
  | { readonly similar: readonly SimilarSchool[] }
  | { readonly error: string };

/**
 * Matches a row to a school by ID, then banner code, then name, ignoring case. Ambiguous names, other codes, and any
 * school, code, or name of an earlier row are errors. Rows that only resemble one need an entry in `choices`.
 */
export function schoolMatcher(
  schools: readonly StoredSchool[],
  choices: SimilarChoices = new Map(),
): (row: SchoolListRow) => Match {
  const findSimilar = similarSchoolFinder(schools);
  const byId = new Map(schools.map((school) => [school.id, school]));
  const byCode = grouped(schools, ({ bannerCode }) => keyOf(bannerCode));
  const byName = grouped(schools, ({ name }) => keyOf(name));
  /** The row that adds or changes a school, by each of its keys. */
  const rowOfKey = new Map<string, number>();

  const find = (row: SchoolListRow): Match => {
    const { id = '', bannerCode = '', name = '' } = row.cells;
    const coded = bannerCode === '' ? [] : (byCode.get(keyOf(bannerCode)) ?? []);
    const exported = byId.get(id.toLowerCase());
    if (exported !== undefined) {
      const other = coded.find((school) => school.id !== exported.id);
      if (other === undefined) return { school: exported };
      return { error: SCHOOL_MESSAGES.otherHasCode(other.name, bannerCode) };
    }
    if (coded.length > 1) return { error: SCHOOL_MESSAGES.severalHaveCode(bannerCode) };
    if (coded[0] !== undefined) return { school: coded[0] };
    const named = name === '' ? [] : (byName.get(keyOf(name)) ?? []);
    if (named.length > 1) {
      return { error: SCHOOL_MESSAGES.severalNamed(name) };
    }
    const [school = null] = named;
    const hasOtherCode = bannerCode !== '' && school !== null && school.bannerCode !== '';
    if (hasOtherCode) return { error: SCHOOL_MESSAGES.differentCode(school.bannerCode) };
    return school === null ? chosen(row) : { school };
  };

  const chosen = (row: SchoolListRow): Match => {
    const similar = findSimilar(row);
    const choice = choices.get(row.number) ?? SKIP_SIMILAR;
    if (similar.length === 0 || choice === ADD_SIMILAR) return { school: null };
    const id = similar.find((school) => school.id === choice)?.id;
    const school = schools.find((stored) => stored.id === id);
    return school === undefined ? { similar } : { school, isChosen: true };
  };

  return (row) => {
    const match = find(row);
    if ('error' in match || 'similar' in match) return match;
    const taken = takenKeysOf(match.isChosen ? withoutName(row) : row, match.school);
    const earlier = taken.map((key) => rowOfKey.get(key)).find((number) => number !== undefined);
    if (earlier !== undefined) return { error: SCHOOL_MESSAGES.duplicateRow(earlier) };
    const name = match.isChosen ? '' : newName(row, match.school);
    if (name !== '' && byName.get(keyOf(name))?.some(({ bannerCode }) => bannerCode === '') === true) {
      return { error: SCHOOL_MESSAGES.nameNeedsCode(name) };
    }
    for (const key of taken) rowOfKey.set(key, row.number);
    return match;
  };
}

/** Removes the name, because a row that a user matched to a school never renames it. */
export function withoutName({ number, cells: { name: _name, ...cells } }: SchoolListRow): SchoolListRow {
  return { number, cells };
}

/** Returns the name if the row adds or renames a school; otherwise empty. */
function newName({ cells: { name = '' } }: SchoolListRow, school: StoredSchool | null): string {
  return school !== null && keyOf(name) === keyOf(school.name) ? '' : name;
}

/** Returns keys that later rows may not use: the school, its future banner code, and its changed name. */
function takenKeysOf(row: SchoolListRow, school: StoredSchool | null): string[] {
  const code = row.cells.bannerCode ?? school?.bannerCode ?? '';
  const name = newName(row, school);
  const ids = school === null ? newId(row) : [school.id];
  // Schools of another installation may have the same name. Their IDs tell them apart.
  const isExported = school === null && ids.length > 0;
  return [
    ...ids,
    ...(code === '' ? [] : [`code ${keyOf(code)}`]),
    ...(name === '' || isExported ? [] : [`name ${keyOf(name)}`]),
  ];
}

/** A new school keeps the ID of our export. */
function newId({ cells: { id } }: SchoolListRow): string[] {
  const parsed = Uuid.safeParse(id);
  return parsed.success ? [parsed.data] : [];
}

function grouped(
  schools: readonly StoredSchool[],
  keyOfSchool: (school: StoredSchool) => string,
): ReadonlyMap<string, readonly StoredSchool[]> {
  const groups = new Map<string, StoredSchool[]>();
  for (const school of schools) {
    const key = keyOfSchool(school);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [school]);
    else group.push(school);
  }
  return groups;
}

/** Longer values can't be names or banner codes. */
const KEY_MAX = 1_000;

/** Returns the key that compares names and codes, ignoring case. Overlong values have unique keys. */
export function keyOf(text: string): string {
  if (text.length > KEY_MAX || hasTooManyCombiningMarks(text)) return text;
  return text.normalize().trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Maximum number of suggestions per row. */
const OFFERED_MAX = 3;

/** Words that may be missing from a school's name: "Anvil Creek High School", "Anvil Creek HS". */
const INTERCHANGEABLE = new Set(['the', 'high', 'school', 'hs', 'sch', 'jr', 'sr', 'junior', 'senior', 'of']);

/** Finds schools that an unmatched row may still mean: by name, phone, or street and ZIP code. */
export function similarSchoolFinder(
  schools: readonly StoredSchool[],
): (row: SchoolListRow) => SimilarSchool[] {
  const index = new Map<string, StoredSchool[]>();
  for (const school of schools) {
    const { name, phone, address } = school;
    for (const key of keysOf({ name, phone, ...address })) {
      index.set(key, [...(index.get(key) ?? []), school]);
    }
  }
  return ({ cells }) => {
    const zip5 = cells.zip5 === undefined ? '' : zipOfCell(cells.zip5).zip5;
    const found = new Map<string, SimilarSchool & { score: number }>();
    for (const key of keysOf({ ...cells, zip5 })) {
      for (const { id, name, bannerCode } of index.get(key) ?? []) {
        const isAnother = cells.bannerCode !== undefined && bannerCode !== '';
        if (isAnother) continue;
        const before = found.get(id) ?? { id, name, score: 0 };
        found.set(id, { ...before, score: before.score + 1 });
      }
    }
    return [...found.values()]
      .sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
      .slice(0, OFFERED_MAX)
      .map(({ id, name }) => ({ id, name }));
  };
}

interface Described {
  readonly name?: string;
  readonly phone?: string;
  readonly address1?: string;
  readonly zip5?: string;
}

/** Returns the keys that two entries of the same school may share; empty values have none. */
function keysOf({ name = '', phone = '', address1 = '', zip5 = '' }: Described): string[] {
  const core = wordsOf(name).filter((word) => !INTERCHANGEABLE.has(word));
  const digits = phone
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10})/, '')
    .slice(0, 10);
  const street = wordsOf(address1);
  return [
    ...(core.length === 0 ? [] : [`name ${core.join(' ')}`]),
    ...(digits.length < 10 ? [] : [`phone ${digits}`]),
    ...(street.length === 0 || zip5 === '' ? [] : [`street ${street.join(' ')} ${zip5}`]),
  ];
}

/** Longer values can't be names or streets. */
const TEXT_MAX = 300;

/** Returns the words of a name or street in lowercase, without accents and punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text.slice(0, TEXT_MAX).normalize('NFKD').toLowerCase();
  return plain.replace(/\p{M}/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}
