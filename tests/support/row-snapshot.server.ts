import type { Orm } from '#db/orm.server.ts';

/** The rows of a database at one time. */
export interface WatchedRows {
  /**
   * Returns the tables that changed since the digests (by default since the start). Ignores sessions.
   */
  changed(since?: Digests): Promise<string[]>;
  digests(): Promise<Digests>;
}

/** A copy of all rows of a database. */
export interface RowSnapshot extends WatchedRows {
  restore(): Promise<void>;
}

/** By table name. */
type Digests = Readonly<Record<string, string>>;

/** The schema of a snapshot's rows. */
export const SNAPSHOT_SCHEMA = 'kept';

/** Remembers a digest of each table of the database. */
export async function watchRows(orm: Orm): Promise<WatchedRows> {
  const watched = (await tableNames(orm)).filter((name) => name !== 'session');
  const digests = async () => (await run<Record<string, string>>(orm, digestsOf(watched)))[0] ?? {};
  const before = await digests();
  return {
    changed: async (since = before) => {
      const now = await digests();
      return watched.filter((name) => now[name] !== since[name]);
    },
    digests,
  };
}

/** Copies all rows of the test file's database into another schema, so that they can be restored. */
export async function snapshotRows(orm: Orm): Promise<RowSnapshot> {
  const tables = await tableNames(orm);
  const copies = tables.map((name) => `create table ${SNAPSHOT_SCHEMA}.${name} as table public.${name};`);
  const puttingBack = tables
    .map(
      (name) =>
        `delete from public.${name}; insert into public.${name} select * from ${SNAPSHOT_SCHEMA}.${name};`,
    )
    .join(' ');
  // Triggers and foreign keys are disabled during the restore, because the snapshot is consistent.
  // PostgreSQL plans the statements of a function only once per connection.
  await run(
    orm,
    `create schema ${SNAPSHOT_SCHEMA}; ${copies.join(' ')}
     create function ${SNAPSHOT_SCHEMA}.restore() returns void language plpgsql as $$
     begin perform set_config('session_replication_role', 'replica', true); ${puttingBack} end $$`,
  );
  return {
    ...(await watchRows(orm)),
    restore: async () => {
      await run(orm, `select ${SNAPSHOT_SCHEMA}.restore()`);
    },
  };
}

async function tableNames(orm: Orm): Promise<string[]> {
  const tables = await run<{ name: string }>(
    orm,
    `select format('%I', tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'mikro\\_orm%' order by tablename`,
  );
  return tables.map(({ name }) => name);
}

function run<Row extends object>(orm: Orm, sql: string): Promise<Row[]> {
  return orm.em.fork().execute<Row[]>(sql);
}

function digestsOf(tables: readonly string[]): string {
  const digest = (table: string) =>
    `(select md5(string_agg(t::text, ' ' order by t::text collate "C")) from public.${table} t) as ${table}`;
  return `select ${tables.map(digest).join(', ')}`;
}
