import { pendingMigrations, unknownMigrations } from './migrations/compared-migrations.ts';
import type { Orm } from './orm.server.ts';

/** Differences between the database and this build, by names of migrations. */
export interface MigrationState {
  /** Only in this build. */
  readonly pending: readonly string[];
  /** Only in the database, because a newer build migrated it. */
  readonly unknown: readonly string[];
}

/** Compares the database with this build. Read-only, for use in health checks. */
export async function migrationState(orm: Orm): Promise<MigrationState> {
  const applied = await appliedMigrations(orm);
  return { pending: pendingMigrations(applied), unknown: unknownMigrations(applied) };
}

export async function appliedMigrations(orm: Orm): Promise<string[]> {
  const em = orm.em.fork();
  const [journal] = await em.execute<{ exists: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as "exists"`,
  );
  if (journal?.exists !== true) return [];
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id');
  return rows.map(({ name }) => name);
}
