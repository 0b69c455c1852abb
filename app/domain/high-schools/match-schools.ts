import type { SchoolListRow } from './read-school-list.server.ts';
import { zipOfCell } from '#app/lib/csv/csv-zip.ts';
import { hasTooManyCombiningMarks } from '#app/schemas/fields.ts';
import { ADD_SIMILAR, SKIP_SIMILAR } from '#app/schemas/enums.ts';
import type { HighSchoolDetails } from '#app/schemas/high-school.ts';
import type { SimilarChoices, SimilarSchool } from '#app/schemas/school-import.ts';

/** A school as it stands now, with the version that says so. */
export type StoredSchool = HighSchoolDetails & { readonly version: number };

/** The school that a row means, a new one (null), those that it may mean, or why that cannot be told. */
export type Match =
  | { readonly school: StoredSchool | null; readonly isChosen?: true }
  | { readonly similar: readonly SimilarSchool[] }
  | { readonly error: string };

/**
 * Finds a row's school by banner code, else name, ignoring case. Ambiguous names, other codes, and whatever an earlier
 * row has taken (school, code or name) are errors. A row that only resembles a school needs an entry in `choices`.
 */
export function schoolMatcher(
  schools: readonly StoredSchool[],
  choices: SimilarChoices = new Map(),
): (row: SchoolListRow) => Match {
  const findSimilar = similarSchoolFinder(schools);
  const byCode = grouped(schools, ({ bannerCode }) => keyOf(bannerCode));
  const byName = grouped(schools, ({ name }) => keyOf(name));
  const takenBy = new Map<string, number>();

  const find = (row: SchoolListRow): Match => {
    const { bannerCode = '', name = '' } = row.cells;
    const coded = bannerCode === '' ? [] : (byCode.get(keyOf(bannerCode)) ?? []);
    if (coded.length > 1) return { error: `Several schools have the banner code ${bannerCode}.` };
    if (coded[0] !== undefined) return { school: coded[0] };
    const named = name === '' ? [] : (byName.get(keyOf(name)) ?? []);
    if (named.length > 1) {
      return { error: `Several schools are called ${name}. Enter the banner code of the one you mean.` };
    }
    const [school = null] = named;
    const hasOtherCode = bannerCode !== '' && school !== null && school.bannerCode !== '';
    if (hasOtherCode) return { error: `The school with this name has the banner code ${school.bannerCode}.` };
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
    const marks = marksOf(match.isChosen ? withoutName(row) : row, match.school);
    const earlier = marks.map((mark) => takenBy.get(mark)).find((number) => number !== undefined);
    if (earlier !== undefined) return { error: `Duplicate of row ${earlier}.` };
    const name = match.isChosen ? '' : newName(row, match.school);
    if (name !== '' && byName.get(keyOf(name))?.some(({ bannerCode }) => bannerCode === '') === true) {
      return { error: `Another school is called ${name} and has no banner code. Add one to it first.` };
    }
    for (const mark of marks) takenBy.set(mark, row.number);
    return match;
  };
}

/** A row that was said to mean a school never renames it. */
export function withoutName({ number, cells: { name: _name, ...cells } }: SchoolListRow): SchoolListRow {
  return { number, cells };
}

/** The name that a row gives a school that is new or is called otherwise; empty where it gives none. */
function newName({ cells: { name = '' } }: SchoolListRow, school: StoredSchool | null): string {
  return school !== null && keyOf(name) === keyOf(school.name) ? '' : name;
}

/** Keys that no later row may use: the school, its future banner code, and its name if that changes. */
function marksOf(row: SchoolListRow, school: StoredSchool | null): string[] {
  const code = row.cells.bannerCode ?? school?.bannerCode ?? '';
  const name = newName(row, school);
  return [
    ...(school === null ? [] : [school.id]),
    ...(code === '' ? [] : [`code ${keyOf(code)}`]),
    ...(name === '' ? [] : [`name ${keyOf(name)}`]),
  ];
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

/** So long is no name and no banner code. */
const KEY_MAX = 1_000;

/** The key under which names and codes are compared, ignoring case. Overlong values get a unique key. */
export function keyOf(text: string): string {
  if (text.length > KEY_MAX || hasTooManyCombiningMarks(text)) return text;
  return text.normalize().trim().replace(/\s+/g, ' ').toLowerCase();
}

/** So many are offered for a row. */
const OFFERED_MAX = 3;

/** Words that names of the same school have or lack: "Anvil Creek High School", "Anvil Creek HS". */
const INTERCHANGEABLE = new Set(['the', 'high', 'school', 'hs', 'sch', 'jr', 'sr', 'junior', 'senior', 'of']);

/** Finds the schools that a row without a match may mean all the same: by name, phone, or street and ZIP code. */
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

/** What two entries for the same school have in common; nothing for what is empty. */
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

/** So long is no name and no street. */
const TEXT_MAX = 300;

function wordsOf(text: string): string[] {
  const plain = text.slice(0, TEXT_MAX).normalize('NFKD').toLowerCase();
  return plain.replace(/\p{M}/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}
