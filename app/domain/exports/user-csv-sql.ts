import { cellsSql, type CsvColumn, headersOf } from './csv-columns.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { snakeCase } from '#app/lib/text/snake-case.ts';
import { USER_FIELD_LIST } from '#app/schemas/user-fields.ts';

const SCHOOLS = `coalesce((
  select string_agg(concat_ws(', ', hs.name, s.position), '; ' order by hs.name collate "und-x-icu", hs.id)
    from high_school_staff s join high_school hs on hs.id = s.high_school_id
   where s.user_id = u.id), '')`;

/** The columns of decisions, section 7, in their order. */
const COLUMNS: readonly CsvColumn[] = [
  ['id', 'u.id::text'],
  ...USER_FIELD_LIST.map(([name, { label, csvHeader = label.toLowerCase() }]): CsvColumn => [
    csvHeader,
    name === 'flags' ? `array_to_string(u.flags, '; ')` : `coalesce(u.${snakeCase(name)}, '')`,
  ]),
  ['schools and positions', SCHOOLS],
];

export const USER_CSV_HEADERS = headersOf(COLUMNS);

/** The cells of the users (`u`) that match, by name. */
export function userCsvSql(where: SqlFragment): SqlFragment {
  return {
    sql: `select ${cellsSql(COLUMNS)} as cells from user_account u where ${where.sql}
          order by u.last_name collate "und-x-icu", u.first_name collate "und-x-icu", u.id`,
    params: where.params,
  };
}
