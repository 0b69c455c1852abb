import { knex } from '@mikro-orm/postgresql';

/** Plain connections of the driver `pg`, without anything above it: what references are measured with. */
export interface RawPostgres {
  query(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/** The driver's own client, of which knex has the only copy that is installed. */
interface Driver {
  acquireConnection(): Promise<Pick<RawPostgres, 'query'>>;
  releaseConnection(connection: unknown): Promise<void>;
}

/** Opens so many connections; statements take turns on them. */
export async function openRawPostgres(databaseUrl: string, connections: number): Promise<RawPostgres> {
  const pool = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: connections } });
  const driver = pool.client as Driver;
  const opened = await Promise.all(Array.from({ length: connections }, () => driver.acquireConnection()));
  let turn = 0;
  return {
    query: (text, values) => {
      turn = (turn + 1) % opened.length;
      const connection = opened[turn];
      if (connection === undefined) throw new Error('No connection is open.');
      return connection.query(text, values);
    },
    close: async () => {
      for (const connection of opened) await driver.releaseConnection(connection);
      await pool.destroy();
    },
  };
}

/** The first fifty designations as the list shows them. */
export const FIRST_PAGE_SQL = `
  select d.id, d.class_size, d.criteria, d.criteria_comment, d.status, d.created_at, d.updated_at, d.high_school_id,
         h.name as high_school_name, d.academic_year_id, y.year, d.submitted_by_id, u.first_name, u.last_name, d.downloaded_at,
         d.accepted_terms_at is not null as accepted_terms, d.reasons, d.note
    from designation d join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
    join user_account u on u.id = d.submitted_by_id
   order by h.name collate "und-x-icu", y.year desc, d.id limit 50`;
