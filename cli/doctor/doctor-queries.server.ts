import { sql } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryOne } from '#app/domain/sql-queries.server.ts';

export interface DeliveringSessions {
  /** Sessions of servers and workers that deliver email, by the names that Laurel gives its sessions. */
  readonly sessions: number;
  /** Seconds since one of them last asked for emails; null without any. */
  readonly idleSeconds: number | null;
  /** Sessions whose names this user may not see, or that an operator named. */
  readonly unknown: number;
}

/** Finds the database sessions of processes that deliver email. */
export async function findDeliveringSessions(ctx: Connection): Promise<DeliveringSessions> {
  const delivers = sql`(application_name = 'laurel worker' or application_name like 'laurel serve+worker %')`;
  return queryOne<DeliveringSessions>(ctx)`
     select count(*) filter (where ${delivers})::int as sessions,
            extract(epoch from now() - max(state_change) filter (where ${delivers}))::float8 as "idleSeconds",
            count(*) filter (where application_name is null or application_name not like 'laurel %')::int as unknown
       from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and coalesce(backend_type, 'client backend') = 'client backend'`;
}

export interface TableGrants {
  readonly name: string;
  /** Of SELECT, INSERT, UPDATE, and DELETE, those that the user lacks. */
  readonly lacking: readonly string[];
  /** Whether the user could change rows, though not own the table. */
  readonly canChange: boolean;
}

/** Compares the grants of the current user with what each table needs. */
export async function readGrants(
  ctx: Connection,
): Promise<{ readonly isSuperuser: boolean; readonly tables: readonly TableGrants[] }> {
  const tables = await query<TableGrants>(ctx)`
     select c.relname as name,
            array(select wanted from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) wanted
                   where not has_table_privilege(c.oid, wanted)) as lacking,
            has_table_privilege(c.oid, 'UPDATE, DELETE') and not pg_has_role(c.relowner, 'USAGE') as "canChange"
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`;
  const { isSuperuser } = await queryOne<{ isSuperuser: boolean }>(ctx)`
     select current_setting('is_superuser') = 'on' as "isSuperuser"`;
  return { isSuperuser, tables };
}
