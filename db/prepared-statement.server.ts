import type { Orm } from './orm.server.ts';

/** A statement that each connection parses once, and plans once it has seen that the values make no difference. */
export interface PreparedStatement {
  /** Its name on the connection, of this text alone. */
  readonly name: string;
  readonly sql: string;
}

/**
 * Runs a frequent statement as a prepared one, because parsing and planning it would be most of its cost.
 * Its `?` are parameters. Runs outside of any transaction.
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
