import { knex } from '@mikro-orm/postgresql';

/** Plain connections of the `pg` driver, used to measure references. */
export interface RawPostgres {
  query(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/** The driver's own client, accessed through knex because `pg` is only installed as its dependency. */
interface Driver {
  acquireConnection(): Promise<Pick<RawPostgres, 'query'>>;
  releaseConnection(connection: unknown): Promise<void>;
}

/** Opens this many connections, each of which runs one statement at a time. */
export async function openRawPostgres(databaseUrl: string, connections: number): Promise<RawPostgres> {
  const pool = knex({
    client: 'pg',
    connection: databaseUrl,
    pool: { min: connections, max: connections },
  });
  const driver = pool.client as Driver;
  const query: RawPostgres['query'] = async (text, values) => {
    const connection = await driver.acquireConnection();
    try {
      return await connection.query(text, values);
    } finally {
      await driver.releaseConnection(connection);
    }
  };
  await query('select 1');
  return { query, close: () => pool.destroy() };
}

/** The first fifty designations, as the list shows them. */
export const FIRST_PAGE_SQL = `
  select d.id, d.class_size, d.criteria, d.criteria_comment, d.status, d.created_at, d.updated_at, d.high_school_id,
         h.name as high_school_name, d.academic_year_id, y.year, d.submitted_by_id, u.first_name, u.last_name, d.downloaded_at,
         d.accepted_terms_at is not null as accepted_terms, d.reasons, d.note
    from designation d join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
    join user_account u on u.id = d.submitted_by_id
   order by h.name collate "und-x-icu", y.year desc, d.id limit 50`;

/** The first fifty designations with what the list page shows of them. */
export const LIST_ROWS_SQL = `
  select d.id, d.version, h.name as "schoolName", y.year, d.class_size as "classSize", d.criteria, d.status,
         d.updated_at as "updatedAt", d.downloaded_at as "downloadedAt",
         exists (select from returned_contents r where r.designation_id = d.id) as "isResubmitted",
         array(select w.kind from designation_warning w where w.designation_id = d.id) as warnings,
         (select count(*)::int from student s where s.designation_id = d.id) as students,
         (select max(e.at) from event e where e.subject_id = d.id and e.kind = 'designation.submitted') as "submittedAt", 0 as unread
    from designation d join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
   order by h.name collate "und-x-icu", y.year desc, d.id limit 50`;
