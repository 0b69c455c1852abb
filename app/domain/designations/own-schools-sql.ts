/**
 * The actor's schools as the table `own` of a `with`, each with its `place` from A to Z; its one parameter is `ownSchoolsParam`.
 * Made first, because they are few: told of them beside a join, PostgreSQL may walk all schools for each of their designations.
 */
export const OWN_SCHOOLS_SQL = `own as materialized (
    select h.id, h.name, row_number() over (order by h.name collate "und-x-icu", h.id) as place
      from high_school h where h.id = any(?::uuid[]))`;

/** Their ids as one value: a statement that spells hundreds of them out is read much longer. */
export function ownSchoolsParam(highSchoolIds: readonly string[]): string {
  return `{${highSchoolIds.join(',')}}`;
}
