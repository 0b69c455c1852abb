import { DEMO_PEOPLE } from './demo-people.ts';
import { draw, idOf, phoneOf, WORD_LISTS, wordOf } from './large-words.ts';
import { yearDates } from './seed-columns.ts';
import { seedId } from './seeded-random.ts';

export interface LargeScale {
  readonly schools: number;
  readonly years: number;
  readonly schoolsOfSuperintendent: number;
}

/** The number of students per school, repeated: many small schools, few large ones, ten on average. */
const STUDENT_COUNTS = [
  ...[1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8],
  ...[10, 10, 10, 12, 12, 12, 15, 15, 15, 18, 18, 20, 20, 36, 55, 90],
];
/** Step through the counts that gives neighboring schools different sizes. */
const STRIDE = 17;

const CLOSED_SCHOOL_EVERY = 100;
const ADMINISTRATORS = 5;
const MANY_STUDENTS = 10;

/** The administrator for signing in. Identifies the large data set. */
export const LARGE_ADMINISTRATOR_ID = seedId('administrator of the large data set');

/**
 * Temporary tables for the other statements. `seed_now`: the time that dates count back from. `seed_school`: size,
 * designator, and criteria, which half of the schools changed once. `seed_year`: each year's due date.
 */
export function workTables({ schools, years }: LargeScale, lastYear: number, now: Date): string[] {
  const { school_word: schoolWords, school_place: schoolPlaces, city: cities } = WORD_LISTS;
  const day = `'${now.toISOString().slice(0, 10)}T17:00:00Z'::timestamptz`;
  return [
    `create temp table seed_now on commit drop as
     select ${day} as now_day, ${day} - ${years} * interval '365 days' - interval '100 days' as first_day`,
    `create temp table seed_school on commit drop as
     select n, hash, ${idOf(`'school ' || n`)} as id, ${idOf(`'counselor ' || n`)} as designator_id,
            pg_temp.school_word(n % ${schoolWords.length}) || ' '
              || pg_temp.school_place(n / ${schoolWords.length} % ${schoolPlaces.length}) || ' High School' as name,
            'school' || lpad((n + 1)::text, 4, '0') || '.example.org' as mail_domain,
            pg_temp.city(${draw('hash', 0, cities.length)}) as city, pg_temp.zip5(${draw('hash', 0, cities.length)}) as zip5,
            (array[${STUDENT_COUNTS.join(', ')}])[1 + n * ${STRIDE} % ${STUDENT_COUNTS.length}] as students,
            ${draw('hash', 1, 20)} = 0 as has_own_criteria,
            ${lastYear} - ${draw('hash', 2, 58)} as criteria_changed_in
       from generate_series(0, ${schools - 1}) n cross join lateral (select md5('school ' || n) as hash) h`,
    `create temp table seed_year on commit drop as
     select ${idOf(`'year ' || year`)} as id, year, year = ${lastYear} as is_newest,
            now_day - (${lastYear} - year) * interval '365 days' as day
       from generate_series(${lastYear - years + 1}, ${lastYear}) year cross join seed_now`,
  ];
}

/** Returns the statements that insert years, administrators, schools, and staff of the large data set. */
export function organizationStatements(scale: LargeScale, now: Date): string[] {
  return [
    years(now),
    administrators(),
    schoolRows(),
    ...staff('counselor', 'true'),
    ...staff('principal', 'true'),
    ...staff('registrar', `students >= ${MANY_STUDENTS}`),
    ...superintendents(scale),
  ];
}

function years(now: Date): string {
  const dates = Object.entries(yearDates(now));
  return `insert into academic_year (id, year, status, created_at, updated_at, ${dates.map(([column]) => column).join(', ')})
    select id, year, case when is_newest then 'ACTIVE' else 'INACTIVE' end, day - interval '90 days', day - interval '90 days',
           ${dates.map(([, date]) => `case when is_newest then '${date.toISOString()}'::timestamptz end`).join(', ')}
      from seed_year`;
}

const USER_COLUMNS = 'id, email, first_name, last_name, phone, flags, created_at, updated_at';

function administrators(): string {
  const { email, firstName, lastName, phone } = DEMO_PEOPLE.administrator;
  return `insert into user_account (${USER_COLUMNS})
    select '${LARGE_ADMINISTRATOR_ID}'::uuid, '${email}', '${firstName}', '${lastName}', '${phone}', '{ADMIN}'::text[], first_day, first_day
      from seed_now
    union all
    select ${idOf(`'administrator ' || n`)}, 'reviewer' || n || '@scholars.example.org', ${wordOf('first_name', 'hash', 0)},
           ${wordOf('last_name', 'hash', 1)}, ${phoneOf('hash', 2)}, '{ADMIN}'::text[], first_day, first_day
      from seed_now, generate_series(2, ${ADMINISTRATORS}) n cross join lateral (select md5('administrator ' || n) as hash) h`;
}

function schoolRows(): string {
  return `insert into high_school (id, name, phone, fax, notes, status, banner_code, salesforce_id, address_id, address_address1,
                                   address_city, address_state, address_zip5, address_status, created_at, updated_at)
    select id, name, ${phoneOf('hash', 3)}, case when ${draw('hash', 4, 3)} > 0 then ${phoneOf('hash', 5)} end, '',
           case when n % ${CLOSED_SCHOOL_EVERY} = ${CLOSED_SCHOOL_EVERY - 1} then 'INACTIVE' else 'ACTIVE' end,
           '02' || lpad((n + 1)::text, 4, '0'), '001' || upper(substr(hash, 1, 12)), ${idOf(`'school address ' || n`)},
           (100 + ${draw('hash', 6, 9800)}) || ' ' || ${wordOf('street', 'hash', 7)}, city, 'AK', zip5, 'VALID', first_day, first_day
      from seed_school, seed_now`;
}

function staff(position: 'counselor' | 'principal' | 'registrar', where: string): string[] {
  return [
    `insert into user_account (${USER_COLUMNS})
     select ${idOf(`'${position} ' || n`)}, '${position}.' || ${wordOf('last_mail', 'p.hash', 1)} || '@' || mail_domain,
            ${wordOf('first_name', 'p.hash', 0)}, ${wordOf('last_name', 'p.hash', 1)}, ${phoneOf('p.hash', 2)}, '{}'::text[], first_day, first_day
       from seed_now, seed_school cross join lateral (select md5('${position} ' || n) as hash) p where ${where}`,
    `insert into high_school_staff (id, high_school_id, user_id, position, created_at, updated_at)
     select ${idOf(`'position ${position} ' || n`)}, id, ${idOf(`'${position} ' || n`)}, '${position.toUpperCase()}', first_day, first_day
       from seed_school, seed_now where ${where}`,
  ];
}

/** Returns superintendents who each work for a block of consecutive schools. */
function superintendents({ schoolsOfSuperintendent }: LargeScale): string[] {
  const superintendent = `n / ${schoolsOfSuperintendent}`;
  return [
    `insert into user_account (${USER_COLUMNS})
     select ${idOf(`'superintendent ' || k`)}, 'superintendent' || (k + 1) || '@districts.example.org',
            ${wordOf('first_name', 'hash', 0)}, ${wordOf('last_name', 'hash', 1)}, ${phoneOf('hash', 2)}, '{}'::text[], first_day, first_day
       from seed_now, (select distinct ${superintendent} as k from seed_school) s
       cross join lateral (select md5('superintendent ' || k) as hash) h`,
    `insert into high_school_staff (id, high_school_id, user_id, position, created_at, updated_at)
     select ${idOf(`'position superintendent ' || n`)}, id, ${idOf(`'superintendent ' || ${superintendent}`)}, 'SUPERINTENDENT',
            first_day, first_day
       from seed_school, seed_now`,
  ];
}
