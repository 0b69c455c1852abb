import { foldedSql } from '#db/folded-sql.ts';

/**
 * `looksLikeSameStudent` as `from` and `where`: students `s` of designation `d`, and `o` of others (`e`) in its year
 * (decisions, section 5: a rejected one designates nobody). `offset 0` keeps the planner on `student_match_index`.
 */
export const STUDENT_MATCHES = `(
    select t.id, t.position, t.date_of_birth,
           ${foldedSql('t.last')} as last, ${foldedSql('t.first')} as first, ${foldedSql('t.email')} as email
      from student t where t.designation_id = d.id offset 0
  ) s
  cross join lateral (
    select c.* from student c where c.date_of_birth = s.date_of_birth and ${foldedSql('c.last')} = s.last offset 0
  ) o
  join designation e on e.id = o.designation_id
  where e.academic_year_id = d.academic_year_id and e.id <> d.id
    and d.status <> 'REJECTED' and e.status <> 'REJECTED'
    and s.last <> ''
    and (s.first <> '' and ${foldedSql('o.first')} = s.first or s.email <> '' and ${foldedSql('o.email')} = s.email)`;
