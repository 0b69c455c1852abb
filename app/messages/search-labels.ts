import { studentFullName } from '#app/students/student-labels.ts';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { formatPersonName, fullName } from '#app/lib/text/person-name.ts';
import { ACTIVITY_STATUS_LABELS, DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import type { SearchResponse, SearchGroup } from '#app/schemas/search.ts';

/** A result as a screen or command shows it. */
export interface SearchResult {
  readonly id: string;
  /** The page to open. */
  readonly path: string;
  readonly name: string;
  /** Distinguishes it from results with the same name, like 'Aurora High School, 2026'. */
  readonly details: string;
}

export interface SearchResultGroup {
  readonly group: SearchGroup;
  /** 'Schools', for a heading. */
  readonly title: string;
  /** 'School', for a row. */
  readonly kind: string;
  readonly results: readonly SearchResult[];
  /** What to do if more match; null if all are listed. */
  readonly more: string | null;
}

const KINDS: Readonly<Record<SearchGroup, { readonly title: string; readonly kind: string }>> = {
  schools: { title: 'Schools', kind: 'School' },
  people: { title: 'People', kind: 'Person' },
  students: { title: 'Students', kind: 'Student' },
  designations: { title: 'Designations', kind: 'Designation' },
};

/** Returns the kinds with results, in order. */
export function searchResultGroups(response: SearchResponse): SearchResultGroup[] {
  const results: Readonly<Record<SearchGroup, readonly SearchResult[]>> = {
    schools: response.schools.map(({ id, name, city, status }) => ({
      ...{ id, path: `/highschools/${id}`, name },
      details: listed([city, status === 'ACTIVE' ? '' : ACTIVITY_STATUS_LABELS[status]]),
    })),
    people: response.people.map((person) => ({
      ...{ id: person.id, path: `/users/${person.id}`, name: formatPersonName(person) },
      details: listed([
        fullName(person) === '' ? '' : person.email,
        schoolsOf(person),
        person.isDeleted ? 'Deleted' : '',
      ]),
    })),
    students: response.students.map(({ id, designationId, highSchoolName, year, ...names }) => ({
      ...{ id, path: `/designations/${designationId}`, name: studentNameOf(names) },
      details: listed([highSchoolName, String(year)]),
    })),
    designations: response.designations.map(({ id, highSchoolName, year, status }) => ({
      ...{ id, path: `/designations/${id}`, name: `${highSchoolName} ${year}` },
      details: DESIGNATION_STATUS_LABELS[status],
    })),
  };
  return (Object.keys(KINDS) as SearchGroup[])
    .filter((group) => results[group].length > 0)
    .map((group) => ({
      ...{ group, ...KINDS[group], results: results[group] },
      more: response.more.includes(group) ? moreOf(group, results[group].length) : null,
    }));
}

/** Returns '12 results', for a status line. */
export function resultCount(groups: readonly SearchResultGroup[]): string {
  return counted(
    groups.reduce((sum, { results }) => sum + results.length, 0),
    'result',
  );
}

function moreOf(group: SearchGroup, count: number): string {
  const advice = group === 'schools' || group === 'people' ? '' : ', or a year';
  return `More than ${count} ${KINDS[group].title.toLowerCase()} match. Type more of the name${advice}.`;
}

function studentNameOf({
  preferred,
  ...names
}: {
  first: string;
  middle: string;
  last: string;
  preferred: string;
}) {
  const isSame = preferred === '' || preferred === names.first;
  return isSame ? studentFullName(names) : `${studentFullName(names)} (${preferred})`;
}

function schoolsOf({ highSchoolName, highSchoolCount }: SearchResponse['people'][number]): string {
  if (highSchoolName === null) return '';
  const others = highSchoolCount - 1;
  return others === 0 ? highSchoolName : `${highSchoolName} and ${formatNumber(others)} more`;
}

function listed(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
