import { cellsSql, type CsvColumn, headersOf } from './csv-columns.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { snakeCase } from '#app/lib/text/snake-case.ts';
import {
  HIGH_SCHOOL_FIELD_LIST,
  HIGH_SCHOOL_TEXT_LIST,
  HIGH_SCHOOL_TEXTS,
  type HighSchoolField,
} from '#app/schemas/high-school-fields.ts';

const ZIP = `concat_ws('-', nullif(hs.address_zip5, ''), nullif(hs.address_zip4, ''))`;

/** Its parts as they stand on an envelope, in one line; what is empty is left out. */
const ADDRESS = `concat_ws(', ', ${['firm_name', 'address1', 'address2', 'urbanization', 'city']
  .map((part) => `nullif(hs.address_${part}, '')`)
  .join(', ')}, nullif(concat_ws(' ', nullif(hs.address_state, ''), nullif(${ZIP}, '')), ''))`;

const STAFF = `coalesce((
  select string_agg(concat_ws(', ', u.first_name || ' ' || u.last_name, s.position, u.email), '; '
                    order by u.last_name collate "und-x-icu", u.first_name collate "und-x-icu", u.id)
    from high_school_staff s join user_account u on u.id = s.user_id
   where s.high_school_id = hs.id), '')`;

const APPROVED = `(
  select count(*)::text from designation d where d.high_school_id = hs.id and d.status = 'APPROVED')`;

/** A column for each of these fields. */
function columnsOf(fields: readonly (readonly [string, HighSchoolField])[]): CsvColumn[] {
  return fields.map(([name, { label }]) => [label.toLowerCase(), `coalesce(hs.${snakeCase(name)}, '')`]);
}

/** The columns of decisions, section 7, in their order: the address stands before the texts. */
const COLUMNS: readonly CsvColumn[] = [
  ['id', 'hs.id::text'],
  ...columnsOf(HIGH_SCHOOL_FIELD_LIST.filter(([name]) => !(name in HIGH_SCHOOL_TEXTS))),
  ['address', ADDRESS],
  ...columnsOf(HIGH_SCHOOL_TEXT_LIST),
  ['staff', STAFF],
  ['approved designations', APPROVED],
];

export const HIGH_SCHOOL_CSV_HEADERS = headersOf(COLUMNS);

/** The cells of the schools (`hs`) that match, from A to Z. */
export function highSchoolCsvSql(where: SqlFragment): SqlFragment {
  return {
    sql: `select ${cellsSql(COLUMNS)} as cells from high_school hs where ${where.sql}
          order by hs.name collate "und-x-icu", hs.id`,
    params: where.params,
  };
}
