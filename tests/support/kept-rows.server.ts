import type { Orm } from '#db/orm.server.ts';

/** Everything that a database held at one moment. */
export interface KeptRows {
  /**
   * The tables that hold something else than then, by name; than when they were kept, unless told. Sessions, which every request
   * may touch, are not looked at.
   */
  changed(since?: Digests): Promise<string[]>;
  /** What to compare with later. */
  digests(): Promise<Digests>;
  /** Makes everything as it was. */
  restore(): Promise<void>;
}

/** Of each table. */
type Digests = Readonly<Record<string, string>>;

const KEPT = 'kept';

/** Keeps all rows of the database, which is the test file's own, beside it. Costs next to nothing where there are few. */
export async function keepRows(orm: Orm): Promise<KeptRows> {
  const run = <Row extends object>(sql: string) => orm.em.fork().execute<Row[]>(sql);
  const tables = (
    await run<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables
        where schemaname = 'public' and tablename not like 'mikro\\_orm%' order by tablename`,
    )
  ).map(({ name }) => name);
  await run(
    `create schema ${KEPT}; ${tables.map((name) => `create table ${KEPT}.${name} as table public.${name};`).join(' ')}`,
  );
  const watched = tables.filter((name) => name !== 'session');
  const digests = async () => (await run<Record<string, string>>(digestsOf(watched)))[0] ?? {};
  const before = await digests();
  // Triggers and references are of no use while rows are put back: what was kept was whole.
  const puttingBack = tables
    .map((name) => `delete from public.${name}; insert into public.${name} select * from ${KEPT}.${name};`)
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
