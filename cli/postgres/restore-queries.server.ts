import type { EntityManager } from '@mikro-orm/postgresql';

/** Returns the schema's tables, by name and quoted for SQL. */
export async function listTables(em: EntityManager): Promise<{ name: string; quoted: string }[]> {
  return em.execute(
    `select tablename as name, format('public.%I', tablename) as quoted from pg_tables where schemaname = 'public'`,
  );
}

/** Returns whether any of the tables has a row. */
export async function hasRows(em: EntityManager, quotedTables: readonly string[]): Promise<boolean> {
  const [found] = await em.execute<{ any: boolean }[]>(
    `select false ${quotedTables.map((table) => `or exists (select from ${table})`).join(' ')} as any`,
  );
  return found?.any ?? false;
}

/** Returns whether the first migration was applied at this time (PostgreSQL's text). False if it's empty. */
export async function wasInstalledAt(em: EntityManager, instant: string): Promise<boolean> {
  const [journal] = await em.execute<{ same: boolean | null }[]>(
    `select executed_at = nullif(?, '')::timestamptz as same from mikro_orm_migrations order by id limit 1`,
    [instant],
  );
  return journal?.same ?? false;
}
