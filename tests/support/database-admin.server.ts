import { knex } from '@mikro-orm/postgresql';

/** The database that holds the migrated schema; every test file gets a copy. */
export const TEMPLATE_DATABASE = 'laurel_template';

/** Runs statements one after the other on one connection of its own, outside of any ORM. */
export async function runStatements(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    for (const statement of statements) await connection.raw(statement);
  } finally {
    await connection.destroy();
  }
}

/** The rows that one statement answers, on a connection of its own. */
export async function queryRows<Row>(databaseUrl: string, statement: string): Promise<Row[]> {
  const connection = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    const result = await connection.raw<{ rows: Row[] }>(statement);
    return result.rows;
  } finally {
    await connection.destroy();
  }
}
