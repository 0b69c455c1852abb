import type { Orm } from '#db/orm.server.ts';

/** Returns how many statements are waiting for a row or table lock. */
export async function lockWaits(orm: Orm): Promise<number> {
  const [row] = await orm.em.fork().execute<{ waiting: number }[]>(
    `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.waiting ?? 0;
}
