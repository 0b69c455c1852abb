import type { Orm } from './orm.server.ts';

export interface ServerFacts {
  readonly database: string;
  /** Like '18.4'. */
  readonly version: string;
  readonly major: number;
  /** Like 'UTF8'. */
  readonly encoding: string;
  /** True for a replica, or a database set to read-only. */
  readonly isReadOnly: boolean;
  readonly sizeBytes: number;
  /** Other clients' connections to this database. */
  readonly otherConnections: number;
}

/** Returns why Laurel can't use a database with this encoding; null if it can. */
export function encodingError({ encoding }: Pick<ServerFacts, 'encoding'>): string | null {
  return encoding === 'UTF8'
    ? null
    : `The database's encoding is ${encoding}, but Laurel needs UTF8. Create a new database with \`create database … encoding 'UTF8' template template0\`.`;
}

/** Reads the server's version, encoding, size, and number of other connections. */
export async function readServerFacts(orm: Orm): Promise<ServerFacts> {
  const [row] = await orm.em.fork().execute<ServerFacts[]>(
    `select current_database() as database, split_part(current_setting('server_version'), ' ', 1) as version,
            current_setting('server_encoding') as encoding,
            (pg_is_in_recovery() or current_setting('transaction_read_only') = 'on') as "isReadOnly",
            pg_database_size(current_database())::float8 as "sizeBytes",
            current_setting('server_version_num')::int / 10000 as major,
            (select count(*)::int from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()
                and coalesce(backend_type, 'client backend') = 'client backend') as "otherConnections"`,
  );
  if (row === undefined) throw new Error("The server didn't report its version.");
  return row;
}
