import type { StoredSchool } from '#app/domain/high-schools/match-schools.ts';
import type { SchoolListRow } from '#app/domain/high-schools/read-school-list.server.ts';
import { zipOfCell } from '#app/lib/csv-zip.ts';
import type { SimilarSchool } from '#app/schemas/school-import.ts';

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
