import type { HighSchoolDetails } from '#app/domain/high-schools/high-school-rows.server.ts';
import type { SchoolListRow } from '#app/domain/high-schools/read-school-list.server.ts';
import { hasPiledMarks } from '#app/lib/piled-marks.ts';

/** A school as it stands now, with the version that says so. */
export type StoredSchool = HighSchoolDetails & { readonly version: number };

/** The school that a row means, a new one (null), or why that cannot be told. */
export type Match = { readonly school: StoredSchool | null } | { readonly error: string };

/**
 * Tells which school each row of a list means: the one with its banner code, else the one with its name, without regard to case. A
 * name that several have, a school of the name with another banner code, and a school that an earlier row means already, new or
 * not, are no match; nor is one that would get the banner code or the name that an earlier row gives.
 */
export function schoolMatcher(schools: readonly StoredSchool[]): (row: SchoolListRow) => Match {
  const byCode = grouped(schools, ({ bannerCode }) => keyOf(bannerCode));
  const byName = grouped(schools, ({ name }) => keyOf(name));
  const takenBy = new Map<string, number>();

  const find = ({ cells: { bannerCode = '', name = '' } }: SchoolListRow): Match => {
    const coded = bannerCode === '' ? [] : (byCode.get(keyOf(bannerCode)) ?? []);
    if (coded.length > 1) return { error: `Several schools have the banner code ${bannerCode}.` };
    if (coded[0] !== undefined) return { school: coded[0] };
    const named = name === '' ? [] : (byName.get(keyOf(name)) ?? []);
    if (named.length > 1) {
      return { error: `Several schools are called ${name}: give the banner code of the one that is meant.` };
    }
    const [school = null] = named;
    const hasOtherCode = bannerCode !== '' && school !== null && school.bannerCode !== '';
    return hasOtherCode
      ? { error: `The school of this name has the banner code ${school.bannerCode}.` }
      : { school };
  };

  return (row) => {
    const match = find(row);
    if ('error' in match) return match;
    const marks = marksOf(row, match.school);
    const earlier = marks.map((mark) => takenBy.get(mark)).find((number) => number !== undefined);
    if (earlier !== undefined) return { error: `Row ${earlier} is about the same school.` };
    const name = newName(row, match.school);
    if (name !== '' && byName.get(keyOf(name))?.some(({ bannerCode }) => bannerCode === '') === true) {
      return { error: `Another school is called ${name} and has no banner code: give it one first.` };
    }
    for (const mark of marks) takenBy.set(mark, row.number);
    return match;
  };
}

/** The name that a row gives a school that is new or is called otherwise; empty where it gives none. */
function newName({ cells: { name = '' } }: SchoolListRow, school: StoredSchool | null): string {
  return school !== null && keyOf(name) === keyOf(school.name) ? '' : name;
}

/** What no later row may mean, or have: the school, the banner code it will have, and its name if that is another than now. */
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

/**
 * A name or code as it is compared: two that differ in case only are the same. What cannot be either, and would take long to be
 * compared, is a key of its own.
 */
export function keyOf(text: string): string {
  if (text.length > KEY_MAX || hasPiledMarks(text)) return text;
  return text.normalize().trim().toLowerCase();
}
