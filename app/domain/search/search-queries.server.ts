import {
  allOf,
  escapeLike,
  isAnyOf,
  joined,
  rawSql,
  sql,
  type SqlFragment,
} from '#app/domain/sql-fragment.ts';
import { type Connection, queryOne } from '#app/domain/sql-queries.server.ts';
import type { SearchResponse } from '#app/schemas/search.ts';
import { type SearchedTable, searchKeySql } from '#db/search-key-sql.ts';
import type { SearchedText } from './searched-text.ts';

/** The matches of each kind, up to the limit. */
export type Found = Omit<SearchResponse, 'more'>;

/** Students to choose the listed ones from. If more match, the database picks which ones. */
const STUDENTS_CONSIDERED = 300;
/** Schools whose designations may be listed: few with those of all years, or more with those of the wanted years. */
const SCHOOLS_CONSIDERED = { ofAllYears: 12, ofSomeYears: 50 };

/** Finds schools, people, students, and designations in one statement. Checks no permission. */
export function selectFound(ctx: Connection, wanted: SearchedText, limit: number): Promise<Found> {
  return queryOne<Found>(ctx)`${searchSql(wanted, limit)}`;
}

/** Returns the statement of a search. Whole words come first, then beginnings of words; then the newest year. */
export function searchSql(wanted: SearchedText, limit: number): SqlFragment {
  const ofSchool = matchOf('high_school', 'h.', wanted);
  const ofPerson = matchOf('user_account', 'u.', wanted);
  const hasYears = wanted.years.length > 0;
  const inYears = hasYears ? sql`y.year in (${wanted.years})` : sql`false`;
  const schoolsConsidered = SCHOOLS_CONSIDERED[hasYears ? 'ofSomeYears' : 'ofAllYears'];
  return sql`
     with year_wanted as materialized (
       select d.id, d.academic_year_id, d.high_school_id, d.status from designation d
         join academic_year y on y.id = d.academic_year_id where ${inYears}),
     school_found as materialized (
       select h.id, h.name, h.address_city as city, h.status, case when ${ofSchool.whole} then 0 else 1 end as rank
         from high_school h where ${ofSchool.any}
        order by rank, h.status <> 'ACTIVE', h.name collate "und-x-icu", h.id limit ${schoolsConsidered}),
     person_found as materialized (
       select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.flags @> array['DELETED'] as "isDeleted",
              case when ${ofPerson.whole} then 0 else 1 end as rank
         from user_account u where ${ofPerson.any}
        order by rank, "isDeleted", u.last_name collate "und-x-icu", u.first_name collate "und-x-icu", u.id limit ${limit}),
     student_found as materialized (${studentsSql(wanted)}),
     designation_found as materialized (${designationsSql(wanted)})
     select ${listOf(
       sql`select id, name, city, status from school_found
         order by rank, status <> 'ACTIVE', name collate "und-x-icu", id limit ${limit}`,
     )} as schools,
     ${listOf(
       sql`select p.id, "firstName", "lastName", email, "isDeleted",
               (select min(h.name collate "und-x-icu") from high_school_staff f join high_school h on h.id = f.high_school_id
                 where f.user_id = p.id) as "highSchoolName",
               (select count(*)::int from high_school_staff f where f.user_id = p.id) as "highSchoolCount"
          from person_found p order by rank, "isDeleted", "lastName" collate "und-x-icu", "firstName" collate "und-x-icu", id`,
     )} as people,
     ${listOf(
       sql`select s.id, s.designation_id as "designationId", s.first, s.middle, s.last, s.preferred,
               h.name as "highSchoolName", y.year
          from student_found s join designation d on d.id = s.designation_id
          join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
         order by s.rank, y.year desc, s.last collate "und-x-icu", s.first collate "und-x-icu", s.id limit ${limit}`,
     )} as students,
     ${listOf(
       sql`select n.id, h.name as "highSchoolName", y.year, n.status
          from designation_found n join high_school h on h.id = n.high_school_id
          join academic_year y on y.id = n.academic_year_id
         order by n.rank, y.year desc, h.name collate "und-x-icu", n.id limit ${limit}`,
     )} as designations`;
}

/** Returns the rows as a JSON array. */
function listOf(select: SqlFragment): SqlFragment {
  return sql`(select coalesce(json_agg(row_to_json(r)), '[]'::json) from (${select}) r)`;
}

interface Match {
  /** Has all words, each as a whole. */
  readonly whole: SqlFragment;
  /** Has words that begin with them. */
  readonly any: SqlFragment;
}

function matchOf(table: SearchedTable, row: string, { words, id }: SearchedText): Match {
  if (id !== null) return { whole: isAnyOf(`${row}id`, [id]), any: isAnyOf(`${row}id`, [id]) };
  if (words.length === 0) return { whole: isAnyOf(`${row}id`, []), any: isAnyOf(`${row}id`, []) };
  const key = rawSql(searchKeySql(table, row));
  const ending = (end: string) =>
    allOf(words.map((word) => sql`${key} like ${`% ${escapeLike(word)}${end}`}`));
  return { whole: ending(' %'), any: ending('%') };
}

/** Shorter words alone are the beginnings of too many students' names to be of use. */
const SHORTEST_BEGINNING = 3;

/** Returns the students to consider: those with whole words first, so that the rest is read only if there's room. */
function studentsSql(wanted: SearchedText): SqlFragment {
  const { whole, any } = matchOf('student', 's.', wanted);
  const ofYears =
    wanted.years.length === 0 ? sql`true` : sql`s.designation_id in (select id from year_wanted)`;
  const rows = sql`select s.id, s.designation_id, s.first, s.middle, s.last, s.preferred`;
  const ofWhole = sql`${rows}, 0 as rank from student s where ${whole} and ${ofYears}`;
  if (wanted.words.length > 0 && wanted.words.every((word) => Array.from(word).length < SHORTEST_BEGINNING)) {
    return sql`${ofWhole} limit ${STUDENTS_CONSIDERED}`;
  }
  return sql`(${ofWhole})
       union all (${rows}, 1 from student s where ${any} and not (${whole}) and ${ofYears})
       limit ${STUDENTS_CONSIDERED}`;
}

/** Returns the designations of the schools found, those of a year without a name, and those with the ID or reference. */
function designationsSql({ words, years, id, reference }: SearchedText): SqlFragment {
  const parts: SqlFragment[] = [];
  const columns = sql`d.id, d.academic_year_id, d.high_school_id, d.status`;
  if (words.length > 0) {
    const among = years.length === 0 ? sql`designation` : sql`year_wanted`;
    parts.push(sql`select ${columns}, f.rank from school_found f join ${among} d on d.high_school_id = f.id`);
  } else if (years.length > 0) {
    parts.push(sql`select ${columns}, 1 as rank from year_wanted d`);
  }
  if (id !== null) {
    parts.push(sql`select ${columns}, 0 as rank from designation d where d.id = ${id}`);
  }
  if (reference !== null) {
    const start = `${reference.start.slice(0, 8)}-${reference.start.slice(8)}`;
    const [first, last] = [`${start}00-0000-0000-000000000000`, `${start}ff-ffff-ffff-ffffffffffff`];
    parts.push(sql`select ${columns}, 0 as rank from designation d join academic_year y on y.id = d.academic_year_id
             where d.id between ${first}::uuid and ${last}::uuid and y.year = ${reference.year}`);
  }
  if (parts.length === 0) {
    parts.push(sql`select ${columns}, 0 as rank from designation d where false`);
  }
  return sql`select distinct on (id) * from (${joined(parts, ' union all ')}) o order by id, rank`;
}
