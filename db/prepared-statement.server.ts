import type { Orm } from './orm.server.ts';

export interface PreparedStatement {
  /** Must be unique to this SQL text. */
  readonly name: string;
  readonly sql: string;
}

/**
 * Avoids parsing and planning a frequent statement each time. Its `?` are parameters. Runs outside of any transaction.
 */
export async function executePrepared<Row>(
  orm: Orm,
  { name, sql }: PreparedStatement,
  params: readonly unknown[],
): Promise<Row[]> {
  const answer = await orm.em
    .getKnex()
    .raw<{ rows: Row[] }>(sql, params as never)
    .options({ name });
  return answer.rows;
}
