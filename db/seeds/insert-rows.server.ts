import type { EntityManager } from '@mikro-orm/postgresql';

type Row = Readonly<Record<string, unknown>>;

/** Inserts the first row's columns; others use their defaults. Lists become arrays and objects jsonb. */
export async function insertRows(em: EntityManager, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  await em.execute(
    `insert into "${table}" (${columns}) select ${columns} from json_populate_recordset(null::"${table}", ?::json)`,
    [JSON.stringify(rows)],
  );
}
