import { keyOf } from '#app/domain/high-schools/match-schools.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import { SCHOOL_KEYS, type SchoolKey } from '#app/schemas/designation-import.ts';

/** A stored school by what identifies it in lists. */
export interface IdentifiedSchool extends Readonly<Record<SchoolKey, string>> {
  readonly id: string;
}

export type SchoolMatch =
  { readonly id: string } | { readonly field: SchoolKey | null; readonly message: string };

/** What a row says about its school. Fields without a column are undefined. */
export type SchoolKeys = Readonly<Record<SchoolKey, string | undefined>>;

export type SchoolFinder = (keys: SchoolKeys) => SchoolMatch;

/**
 * Finds a row's school by banner code, else name, else Salesforce ID, ignoring case. If several have it, the other columns have
 * to tell them apart.
 */
export function schoolFinder(schools: readonly IdentifiedSchool[]): SchoolFinder {
  const byCode = grouped(schools, ({ bannerCode }) => bannerCode);
  const byName = grouped(schools, ({ schoolName }) => schoolName);
  const bySalesforce = grouped(schools, ({ salesforceId }) => salesforceId);
  return (keys) => {
    const { bannerCode = '', schoolName = '', salesforceId = '' } = keys;
    const candidates = [
      byCode.get(keyOf(bannerCode)),
      byName.get(keyOf(schoolName)),
      bySalesforce.get(keyOf(salesforceId)),
    ].find((schools) => schools !== undefined);
    const field = bannerCode === '' ? 'schoolName' : 'bannerCode';
    const [school, another] = narrowedByKeys(candidates ?? [], keys);
    if (school === undefined) return { field, message: IMPORT_MESSAGES.noSchool };
    if (another !== undefined) return { field, message: IMPORT_MESSAGES.severalSchools };
    const isOther = bannerCode !== '' && school.bannerCode !== '' && !isSame(bannerCode, school.bannerCode);
    return isOther ? { field, message: IMPORT_MESSAGES.otherBannerCode } : { id: school.id };
  };
}

function narrowedByKeys(
  candidates: readonly IdentifiedSchool[],
  keys: SchoolKeys,
): readonly IdentifiedSchool[] {
  let matches = candidates;
  for (const key of SCHOOL_KEYS) {
    const wanted = keys[key];
    if (matches.length < 2 || wanted === undefined) continue;
    const narrower = matches.filter((school) => isSame(school[key], wanted));
    if (narrower.length > 0) matches = narrower;
  }
  return matches;
}

function isSame(one: string, other: string): boolean {
  return keyOf(one) === keyOf(other);
}

function grouped(
  schools: readonly IdentifiedSchool[],
  textOf: (school: IdentifiedSchool) => string,
): ReadonlyMap<string, readonly IdentifiedSchool[]> {
  const groups = new Map<string, IdentifiedSchool[]>();
  for (const school of schools) {
    const key = keyOf(textOf(school));
    if (key === '') continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [school]);
    else group.push(school);
  }
  return groups;
}
