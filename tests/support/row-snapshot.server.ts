import type { Orm } from '#db/orm.server.ts';

/** A snapshot of all rows of a database. */
export interface RowSnapshot {
  /**
   * Returns the tables that changed since the digests (by default the snapshot's). Ignores sessions.
   */
  changed(since?: Digests): Promise<string[]>;
  digests(): Promise<Digests>;
  restore(): Promise<void>;
}

/** By table name. */
type Digests = Readonly<Record<string, string>>;

/** The schema of a snapshot's rows. */
export const SNAPSHOT_SCHEMA = 'kept';

/** Copies all rows of the test file's database into another schema, which is fast for small tables. */
export async function snapshotRows(orm: Orm): Promise<RowSnapshot> {
  const run = <Row extends object>(sql: string) => orm.em.fork().execute<Row[]>(sql);
  const tables = (
    await run<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables
        where schemaname = 'public' and tablename not like 'mikro\\_orm%' order by tablename`,
    )
  ).map(({ name }) => name);
  await run(
    `create schema ${SNAPSHOT_SCHEMA}; ${tables.map((name) => `create table ${SNAPSHOT_SCHEMA}.${name} as table public.${name};`).join(' ')}`,
  );
  const watched = tables.filter((name) => name !== 'session');
  const digests = async () => (await run<Record<string, string>>(digestsOf(watched)))[0] ?? {};
  const before = await digests();
  // Triggers and foreign keys are disabled during the restore, because the snapshot is consistent.
  const puttingBack = tables
    .map(
      (name) =>
        `delete from public.${name}; insert into public.${name} select * from ${SNAPSHOT_SCHEMA}.${name};`,
    )
    .join(' ');
  return {
    changed: async (since = before) => {
      const now = await digests();
      return watched.filter((name) => now[name] !== since[name]);
    },
    digests,
    restore: async () => {
      await run(
        `do $$ begin perform set_config('session_replication_role', 'replica', true); ${puttingBack} end $$`,
      );
    },
  };
}

function digestsOf(tables: readonly string[]): string {
  const digest = (table: string) =>
    `(select md5(string_agg(t::text, ' ' order by t::text collate "C")) from public.${table} t) as ${table}`;
  return `select ${tables.map(digest).join(', ')}`;
}
