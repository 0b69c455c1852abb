import type { CsvColumn } from '#app/domain/exports/stream-rows-csv.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';

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

/** The columns of decisions, section 7, in their order. */
export const HIGH_SCHOOL_CSV_COLUMNS: readonly CsvColumn[] = [
  ['id', 'hs.id::text'],
  ['name', 'hs.name'],
  ['status', 'hs.status'],
  ['phone', 'hs.phone'],
  ['fax', `coalesce(hs.fax, '')`],
  ['address', ADDRESS],
  ['banner code', 'hs.banner_code'],
  ['salesforce id', 'hs.salesforce_id'],
  ['notes', 'hs.notes'],
  ['staff', STAFF],
  ['approved designations', APPROVED],
];

/** The schools (`hs`) that match, from A to Z. */
export function highSchoolsFrom(where: SqlFragment): SqlFragment {
  return {
    sql: `from high_school hs where ${where.sql} order by hs.name collate "und-x-icu", hs.id`,
    params: where.params,
  };
}
