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
  const tables = (await tableNames(orm)).filter(isWatched);
  const columns = tables.map((name) => `${digestOf(name)} as ${name}`);
  return watchedRows(async () => {
    const [row] = await run<Record<string, string>>(orm, `select ${columns.join(', ')}`);
    return row ?? {};
  });
}

/** Copies all rows of the test file's database into another schema, so that they can be restored. */
export async function snapshotRows(orm: Orm): Promise<RowSnapshot> {
  const tables = await tableNames(orm);
  const copies = tables.map((name) => `create table ${SNAPSHOT_SCHEMA}.${name} as table public.${name};`);
  const states = tables.map(
    (name) => `select '${name}' as name, ${versionsOf(name)} as versions, ${digestOf(name)} as digest`,
  );
  await run(
    orm,
    `create schema ${SNAPSHOT_SCHEMA}; ${copies.join(' ')}
     create table ${SNAPSHOT_SCHEMA}.state as ${states.join(' union all ')};
     ${functions(tables)}`,
  );
  const watched = await watchedRows(async () => {
    const rows = await run<{ name: string; digest: string }>(
      orm,
      `select table_name as name, digest from ${SNAPSHOT_SCHEMA}.digests()`,
    );
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  });
  return {
    ...watched,
    restore: async () => {
      await run(orm, `select ${SNAPSHOT_SCHEMA}.restore()`);
    },
  };
}

/** Changes with every write of a row, and is much faster than a digest. */
const versionsOf = (table: string) =>
  `(select md5(string_agg(concat(ctid, xmin), ',' order by ctid)) from public.${table})`;

const digestOf = (table: string) =>
  `(select md5(string_agg(t::text, ' ' order by t::text collate "C")) from public.${table} t)`;

/** Returns statements that create the functions. PostgreSQL plans their statements only once per connection. */
function functions(tables: readonly string[]): string {
  const state = `${SNAPSHOT_SCHEMA}.state`;
  const changed = (name: string) =>
    `(select versions from ${state} where name = '${name}') is distinct from ${versionsOf(name)}`;
  const digests = tables.filter(isWatched).map(
    (name) =>
      `table_name := '${name}';
       if ${changed(name)} then digest := ${digestOf(name)};
       else digest := (select s.digest from ${state} s where name = '${name}'); end if;
       return next;`,
  );
  const restoring = tables.map(
    (name) =>
      `if ${changed(name)} then
         delete from public.${name}; insert into public.${name} select * from ${SNAPSHOT_SCHEMA}.${name};
         update ${state} set versions = ${versionsOf(name)} where name = '${name}';
       end if;`,
  );
  // Triggers and foreign keys are disabled during the restore, because the snapshot is consistent.
  return `
    create function ${SNAPSHOT_SCHEMA}.digests() returns table (table_name text, digest text) language plpgsql as $$
    begin ${digests.join(' ')} end $$;
    create function ${SNAPSHOT_SCHEMA}.restore() returns void language plpgsql as $$
    begin perform set_config('session_replication_role', 'replica', true); ${restoring.join(' ')} end $$`;
}

async function watchedRows(digests: () => Promise<Digests>): Promise<WatchedRows> {
  const before = await digests();
  return {
    changed: async (since = before) => {
      const now = await digests();
      return Object.keys(now).filter((name) => now[name] !== since[name]);
    },
    digests,
  };
}

const isWatched = (table: string) => table !== 'session';

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
