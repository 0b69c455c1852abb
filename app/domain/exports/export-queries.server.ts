import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type AdvisoryLock, lockNumber } from '#app/domain/lock-queries.server.ts';
import { joined, rawSql, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryFirst, queryOne } from '#app/domain/sql-queries.server.ts';
import { ResponseInstant } from '#app/schemas/fields.ts';
import {
  designationCsvSql,
  type DesignationTable,
  highSchoolCsvSql,
  userCsvSql,
} from './csv-queries.server.ts';
import { inTurn } from './in-chunks.server.ts';

/** Opens the cursor for matching designations (`d`). */
export async function openDesignationsCursor(
  tx: ExportTransaction,
  where: SqlFragment,
  table: DesignationTable,
): Promise<void> {
  await openCsvCursor(tx, designationCsvSql(where, table));
}

/** Opens the cursor for matching schools (`hs`). */
export async function openHighSchoolsCursor(tx: ExportTransaction, where: SqlFragment): Promise<void> {
  await openCsvCursor(tx, highSchoolCsvSql(where));
}

/** Opens the cursor for matching users (`u`). */
export async function openUsersCursor(tx: ExportTransaction, where: SqlFragment): Promise<void> {
  await openCsvCursor(tx, userCsvSql(where));
}

type ExportTransaction = Pick<Ctx, 'em' | 'settings'>;

/** PostgreSQL settings of an export's transaction; see `openCsvCursor`. */
const CURSOR_SETTINGS = { random_page_cost: '1.1', DateStyle: 'ISO' };

/**
 * Opens an export's cursor. Cheap random pages make the planner use indexes in row order instead of sorting.
 * `to_char` uses the time zone and date style.
 */
async function openCsvCursor(tx: ExportTransaction, rows: SqlFragment): Promise<void> {
  const settings = { ...CURSOR_SETTINGS, TimeZone: tx.settings.timeZone };
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await query(tx)`select ${joined(calls)}`;
  await query(tx)`declare csv_export no scroll cursor for ${rows}`;
}

/** Fetches the next batch. It is prefetched, so an error is only thrown when the batch is awaited. */
export function fetchCsvRows<Row extends object>(tx: Connection, count: number): Promise<Row[]> {
  const rows = inTurn(() => query<Row>(tx)`fetch forward ${rawSql(String(count))} from csv_export`);
  rows.catch(() => undefined);
  return rows;
}

/** The contents of an export of designations if it ran now. */
const ExportPlanSchema = z.object({
  total: z.number(),
  /** Number of designations that were downloaded before. */
  downloaded: z.number(),
  /** When one of them was last downloaded; null if none was. */
  lastDownloadedAt: ResponseInstant.nullable(),
});
export type ExportPlan = z.output<typeof ExportPlanSchema>;

/** Counts the designations (`d`) that match the condition. */
export async function countExported(ctx: Connection, where: SqlFragment): Promise<ExportPlan> {
  const plan = await queryOne(ctx)`
     select count(*)::int as total, count(d.downloaded_at)::int as downloaded,
            max(d.downloaded_at) as "lastDownloadedAt"
       from designation d where ${where}`;
  return ExportPlanSchema.parse(plan);
}

const IDS_A_STATEMENT = 5_000;

/**
 * Records the download time but doesn't change updatedAt or the version (decisions, section 5). Locks by id,
 * so that concurrent exports don't deadlock.
 */
export async function markDownloaded(
  ctx: Pick<Ctx, 'em' | 'now'>,
  designationIds: readonly string[],
): Promise<void> {
  const now = ctx.now();
  const ids = [...designationIds].sort();
  for (let from = 0; from < ids.length; from += IDS_A_STATEMENT) {
    const some = `{${ids.slice(from, from + IDS_A_STATEMENT).join(',')}}`;
    await query(ctx)`
       select count(*) from (
         select from designation where id = any(${some}::uuid[]) order by id for no key update) locked`;
    await query(ctx)`update designation set downloaded_at = ${now} where id = any(${some}::uuid[])`;
  }
}

/** Runs the work and rolls it back. Passes on the work's error. */
export async function runAndRollBack(tx: Connection, work: () => Promise<void>): Promise<void> {
  await query(tx)`savepoint trial`;
  await work();
  await query(tx)`rollback to savepoint trial`;
}

/** Sets the transaction's name (up to 63 characters), which PostgreSQL's activity view shows. */
export async function nameTransaction(tx: Connection, name: string): Promise<void> {
  await query(tx)`select set_config('application_name', ${name}, true)`;
}

/** Finds the name of the transaction that holds a lock; null if none does. */
export async function findHolderOf(ctx: Connection, lock: AdvisoryLock): Promise<string | null> {
  const holder = await queryFirst<{ name: string }>(ctx)`
     select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0
        and l.objid = ${lockNumber(lock)}
        and l.database = (select oid from pg_database where datname = current_database())`;
  return holder?.name ?? null;
}
