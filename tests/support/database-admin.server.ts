import { knex } from '@mikro-orm/postgresql';

/** A database with the migrated schema, which is copied for every test file. */
export const TEMPLATE_DATABASE = 'laurel_template';

/** Runs statements in sequence on a separate connection, without an ORM. */
export async function runStatements(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    for (const statement of statements) await connection.raw(statement);
  } finally {
    await connection.destroy();
  }
}

/** Returns the rows of one statement, run on a separate connection. */
export async function queryRows<Row>(databaseUrl: string, statement: string): Promise<Row[]> {
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    const result = await connection.raw<{ rows: Row[] }>(statement);
    return result.rows;
  } finally {
    await connection.destroy();
  }
}
