import type { EntityManager } from '@mikro-orm/postgresql';
import { ACTIVE_DEMO_YEAR } from './demo-years.ts';
import { fillEmptyDatabase, type SeedResult } from './empty-database.server.ts';
import { designationStatements, designationWorkTable, disclosureStatement } from './large-designations.ts';
import {
  LARGE_ADMINISTRATOR_ID,
  type LargeScale,
  organizationStatements,
  workTables,
} from './large-organization.ts';
import { draw, idOf, largeFunctions, phoneOf, WORD_LISTS, wordOf } from './large-words.ts';

/** Keeps PostgreSQL from inlining a hash and computing it again for each draw. */
const EACH_ONCE = 'offset 0';
/** Schools with fewer designated students are in small towns, where most students have P.O. boxes. */
const SMALL_TOWN_STUDENTS = 4;

/** Returns SQL for a year's students. Twins (the last two of a list) share the values drawn from `family`. */
function studentsOfYear(year: number): string {
  const firstNames = WORD_LISTS.first_name.length;
  const first = draw('own', 0, firstNames);
  return `
    insert into student (id, designation_id, position, first, middle, last, preferred, date_of_birth, twin, phone, email, parent_email,
                         address_id, address_address1, address_address2, address_city, address_state, address_zip5, address_zip4,
                         address_status, created_at, updated_at)
    select ${idOf(`'student ' || name`)}, designation_id, position, pg_temp.first_name(${first}),
           case when ${draw('own', 1, 100)} < 55 then ${wordOf('middle_name', 'own', 2)} else '' end,
           ${wordOf('last_name', 'family', 0)},
           case when ${draw('own', 3, 100)} < 60 then pg_temp.short_name(${first}) else '' end,
           make_date(year - 18, 12, 1) + ${draw('family', 1, 400)}, is_twin, ${phoneOf('family', 2)},
           pg_temp.first_mail(${first}) || '.' || ${wordOf('last_mail', 'family', 0)} || ${draw('own', 4, 1000)} || '@students.example.org',
           case when ${draw('family', 3, 100)} < 80
                then ${wordOf('last_mail', 'family', 0)} || '.family' || ${draw('family', 4, 1000)} || '@families.example.org' else '' end,
           ${idOf(`'student address ' || name`)},
           case when is_box then 'PO Box ' || 11 + ${draw('family', 5, 978)}
                else (101 + ${draw('family', 5, 9798)}) || ' ' || ${wordOf('street', 'family', 6)} end,
           case when not is_box and ${draw('family', 7, 100)} < 15 then 'Apt ' || 1 + ${draw('own', 5, 40)} else '' end,
           city, 'AK', zip5, case when ${draw('own', 6, 100)} < 30 then (1000 + ${draw('family', 7, 8998)})::text else '' end,
           case when ${draw('own', 7, 4)} > 0 then 'VALID' else 'UNVERIFIED' end, at, at
      from (
        select d.id as designation_id, d.year, position, c.city, c.zip5, d.name || ' ' || position as name,
               case d.status when 'STARTED' then d.started_at else d.submitted_at end as at,
               md5('own ' || d.name || ' ' || position) as own, md5('family ' || d.name || ' ' || family_place) as family,
               d.has_twins and position >= d.students - 2 as is_twin,
               d.students < ${SMALL_TOWN_STUDENTS} and ${draw('md5(d.name || position)', 0, 100)} < 70 as is_box
          from seed_designation d join seed_school c on c.n = d.n
         cross join lateral generate_series(0, d.students - 1) position
         cross join lateral (select case when d.has_twins and position = d.students - 1 then position - 1
                                         else position end as family_place) f
         where d.year = ${year} ${EACH_ONCE}) s`;
}

/** 101,500 designations with 1,015,000 students, for performance measurements. */
export const LARGE_SCALE: LargeScale = { schools: 3500, years: 29, schoolsOfSuperintendent: 200 };

export const LARGE_MARKER = LARGE_ADMINISTRATOR_ID;

export interface LargeSeedOptions {
  readonly scale?: LargeScale;
  /** Called with each year before its students are generated. */
  readonly onYear?: (year: number) => void;
}

/**
 * Fills an empty database inside PostgreSQL. Always the same, except for dates, which count back from `now`. Changes
 * nothing in a database with data.
 */
export async function seedLarge(
  em: EntityManager,
  now: Date,
  { scale = LARGE_SCALE, onYear }: LargeSeedOptions = {},
): Promise<SeedResult> {
  const result = await fillEmptyDatabase(em, LARGE_MARKER, async (tx) => {
    for (const statement of beforeStudents(scale, now)) await tx.execute(statement);
    for (let year = ACTIVE_DEMO_YEAR - scale.years + 1; year <= ACTIVE_DEMO_YEAR; year += 1) {
      onYear?.(year);
      await tx.execute(studentsOfYear(year));
    }
    await tx.execute('analyze student');
    // Checking all of them for warnings takes minutes, and would disturb measurements.
    await tx.execute('delete from designation_check');
    await tx.execute(disclosureStatement);
  });
  if (result === 'SEEDED') await em.execute('vacuum analyze');
  return result;
}

/** Returns the statements before the students'. JIT is off, because compiling takes longer than running. */
function beforeStudents(scale: LargeScale, now: Date): string[] {
  return [
    'set local jit = off',
    ...largeFunctions(),
    ...workTables(scale, ACTIVE_DEMO_YEAR, now),
    ...organizationStatements(scale, now),
    designationWorkTable,
    'analyze seed_designation',
    ...designationStatements,
  ];
}
