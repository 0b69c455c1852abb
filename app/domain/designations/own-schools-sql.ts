/**
 * The actor's schools as the table `own` of a `with`; its one parameter is their ids. Made first, because they are few: told
 * of them beside a join, PostgreSQL may walk all schools for each of their designations.
 */
export const OWN_SCHOOLS_SQL =
  'own as materialized (select h.id, h.name from high_school h where h.id in (?))';
