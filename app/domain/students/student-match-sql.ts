const SIMPLE = `'^[!-~]+( [!-~]+)*$'`;

/** `foldedText` for a column: almost all names are plain, and lowering those is all it takes. */
export function foldedSql(column: string): string {
  return `case when ${column} collate "C" ~ ${SIMPLE} then lower(${column} collate "C")
    else btrim(regexp_replace(
      lower(regexp_replace(normalize(${column}, NFKD), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu"), ' +', ' ', 'g')) collate "C" end`;
}

/**
 * The `from` and `where` that pair students (`s`) of a designation `d` with students (`o`) of other schools' designations (`e`) in
 * the same year who look like the same person (decisions, section 5): `looksLikeSameStudent` in the database. A rejected
 * designation, on either side, designates nobody.
 *
 * `offset 0` keeps the planner on `student_match_index`: one probe a student, and names are folded only for those born on
 * the same day, of whom a million students have a few hundred.
 */
export const STUDENT_MATCHES = `(
    select t.id, t.position, t.date_of_birth,
           ${foldedSql('t.last')} as last, ${foldedSql('t.first')} as first, ${foldedSql('t.email')} as email
      from student t where t.designation_id = d.id offset 0
  ) s
  cross join lateral (select c.* from student c where c.date_of_birth = s.date_of_birth offset 0) o
  join designation e on e.id = o.designation_id
  where e.academic_year_id = d.academic_year_id and e.id <> d.id
    and d.status <> 'REJECTED' and e.status <> 'REJECTED'
    and s.last <> '' and ${foldedSql('o.last')} = s.last
    and (s.first <> '' and ${foldedSql('o.first')} = s.first or s.email <> '' and ${foldedSql('o.email')} = s.email)`;
