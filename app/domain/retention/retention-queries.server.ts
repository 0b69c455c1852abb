import type { Ctx } from '#app/domain/ctx.server.ts';
import { rawSql, snakeCase, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { query } from '#app/domain/sql-queries.server.ts';
import { ADDRESS_FIELD_LIST } from '#app/schemas/address-fields.ts';
import { STUDENT_FIELD_LIST } from '#app/schemas/student-fields.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';

/** Personal text columns of a student. Ids and positions are kept for statistics and disclosures. */
const TEXTS = [
  ...STUDENT_FIELD_LIST.flatMap(([name, { kind }]) => (kind === undefined ? [snakeCase(name)] : [])),
  ...ADDRESS_FIELD_LIST.map(([part]) => `address_${snakeCase(part)}`),
];

const BLANK =
  rawSql(`${TEXTS.map((column) => `${column} = ''`).join(', ')}, date_of_birth = null, twin = false,
  address_status = 'UNVERIFIED'`);

/** SQL: whether a student `s` still has personal data. A purge removes it. */
export const HAS_PERSONAL_DATA = rawSql(`(${TEXTS.map((column) => `s.${column}`).join(', ')})
  is distinct from (${TEXTS.map(() => `''`).join(', ')}) or s.date_of_birth is not null or s.twin`);

export interface PurgeableYear extends Readonly<Pick<AcademicYear, 'id' | 'year'>> {
  readonly designations: number;
  readonly students: number;
}

/** SQL: when a year begins. */
const startOf = (year: SqlFragment, timeZone: string) =>
  sql`make_timestamptz(${year}, 1, 1, 0, 0, 0, ${timeZone})`;

/** SQL: whether a note `n` is about a school and from this year or earlier. Such notes may name students, too. */
const isOldSchoolNote = (year: SqlFragment, timeZone: string) =>
  sql`n.designation_id is null and n.created_at < ${startOf(sql`${year} + 1`, timeZone)}`;

/** SQL: whether a school's import mapping `i` is from this year or earlier. Its headers may be data that we didn't recognize. */
const isOldImportMapping = (year: SqlFragment, timeZone: string) =>
  sql`i.created_at < ${startOf(sql`${year} + 1`, timeZone)}`;

/** SQL: the first year whose school notes and mappings the purge of a year `y` deletes: after the previous academic year. */
const FIRST_YEAR = sql`coalesce((select max(p.year) + 1 from academic_year p where p.year < y.year), 1)`;

/**
 * Returns closed years before `beforeYear` with students' personal data, messages, internal notes, reviewers' notes, or
 * import mappings, oldest first.
 */
export async function readPurgeableYears(
  ctx: Pick<Ctx, 'em' | 'settings'>,
  beforeYear: number,
): Promise<PurgeableYear[]> {
  const { timeZone } = ctx.settings;
  return query<PurgeableYear>(ctx)`
     select y.id, y.year, count(distinct d.id)::int as designations, count(s.id)::int as students
       from academic_year y
       left join designation d on d.academic_year_id = y.id
       left join student s on s.designation_id = d.id and (${HAS_PERSONAL_DATA})
      where y.status = 'INACTIVE' and y.year < ${beforeYear}
        and (s.id is not null
             or exists (select from returned_contents r where r.designation_id = d.id)
             or exists (select from designation_message m where m.designation_id = d.id)
             or exists (select from internal_note n where n.designation_id = d.id)
             or exists (select from internal_note n where ${isOldSchoolNote(sql`y.year`, timeZone)}
                          and n.created_at >= ${startOf(FIRST_YEAR, timeZone)})
             or exists (select from import_mapping i where ${isOldImportMapping(sql`y.year`, timeZone)}
                          and i.created_at >= ${startOf(FIRST_YEAR, timeZone)})
             or d.note is not null)
      group by y.id, y.year order by y.year`;
}

/** Deletes the notes about schools that are from this year or earlier. */
export async function deleteSchoolNotes(
  tx: Pick<Ctx, 'em' | 'settings'>,
  { year }: Pick<AcademicYear, 'year'>,
): Promise<void> {
  await query(
    tx,
  )`delete from internal_note n where ${isOldSchoolNote(sql`${year}::int`, tx.settings.timeZone)}`;
}

/** Deletes the import mappings that schools began in this year or before. Their next import asks again. */
export async function deleteImportMappings(
  tx: Pick<Ctx, 'em' | 'settings'>,
  { year }: Pick<AcademicYear, 'year'>,
): Promise<void> {
  await query(
    tx,
  )`delete from import_mapping i where ${isOldImportMapping(sql`${year}::int`, tx.settings.timeZone)}`;
}

/** Clears the personal data of a year's students. Returns how many had any. */
export async function blankStudents(tx: Pick<Ctx, 'em' | 'now'>, yearId: string): Promise<number> {
  const blanked = await query(tx)`
     update student s set ${BLANK}, updated_at = ${tx.now()}
       from designation d where d.id = s.designation_id and d.academic_year_id = ${yearId} and (${HAS_PERSONAL_DATA})
     returning 1`;
  return blanked.length;
}
