import { joined, rawSql, sql } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryFirst, queryOne } from '#app/domain/sql-queries.server.ts';

/** Returns the schema's tables, by name and quoted for SQL. */
export async function listTables(ctx: Connection): Promise<{ name: string; quoted: string }[]> {
  return query<{ name: string; quoted: string }>(ctx)`
     select tablename as name, format('public.%I', tablename) as quoted from pg_tables where schemaname = 'public'`;
}

/** Returns whether any of the tables has a row. */
export async function hasRows(ctx: Connection, quotedTables: readonly string[]): Promise<boolean> {
  const conditions = quotedTables.map((table) => sql`exists (select from ${rawSql(table)})`);
  const { isAny } = await queryOne<{ isAny: boolean }>(ctx)`
     select ${joined([sql`false`, ...conditions], ' or ')} as "isAny"`;
  return isAny;
}

/** Returns whether the first migration was applied at this time (PostgreSQL's text). False if it's empty. */
export async function wasInstalledAt(ctx: Connection, instant: string): Promise<boolean> {
  const first = await queryFirst<{ isSame: boolean | null }>(ctx)`
     select executed_at = nullif(${instant}, '')::timestamptz as "isSame"
       from mikro_orm_migrations order by id limit 1`;
  return first?.isSame ?? false;
}
