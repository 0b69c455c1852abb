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

/** Reads the privileges of all tables, sequences, columns, and routines, and the default ones, by name. */
export function readPrivileges(url: string) {
  return queryRows(
    url,
    `select name, array(select item::text from unnest(acl) item order by 1) as acl from (
     select relname::text as name,
            coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner)) as acl
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
     union all
     select c.relname || '.' || attname, attacl from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and attacl is not null
     union all
     select proname, coalesce(proacl, acldefault('f', proowner)) from pg_proc
      where pronamespace = 'public'::regnamespace
     union all select nspname, nspacl from pg_namespace where nspname = 'public'
     union all select concat('default ', defaclobjtype), defaclacl from pg_default_acl) granted
   order by 1`,
  );
}
