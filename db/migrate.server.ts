import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrationsList } from './migrations/migrations-list.ts';
import { lackingMigrations, NewerSchema, unknownMigrations } from './migrations/compared-migrations.ts';
import { type Orm, ormConfig } from './orm.server.ts';

/** The advisory lock that keeps two migration runs apart: 'laurel' in ASCII, shortened. */
const MIGRATION_LOCK = 0x6c617572;

/** Opens the ORM with its migrator, whose packages take as long to load as all others together. */
export async function openMigratingOrm(databaseUrl: string): Promise<Orm> {
  return MikroORM.init({
    ...ormConfig(databaseUrl, { poolMax: 2 }),
    extensions: [Migrator],
    migrations: {
      migrationsList,
      snapshot: false,
      path: 'db/migrations',
      pathTs: 'db/migrations',
      transactional: true,
      allOrNothing: true,
      emit: 'ts',
      silent: true,
      disableForeignKeys: false,
    },
    connect: false,
  });
}

/**
 * Applies every pending migration and answers their names. Two runs at once wait for each other.
 *
 * @throws NewerSchema where a newer build has migrated the database
 */
export async function migrateUp(databaseUrl: string): Promise<string[]> {
  const orm = await openMigratingOrm(databaseUrl);
  try {
    return await orm.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      const { unknown } = await migrationState(orm);
      if (unknown.length > 0) throw new NewerSchema(unknown);
      const applied = await orm.migrator.up();
      return applied.map((migration) => migration.name);
    });
  } finally {
    await orm.close(true);
  }
}

/** How a database compares with this build, by the names of migrations. */
export interface MigrationState {
  /** What this build has and the database has not. */
  readonly pending: readonly string[];
  /** What the database has and this build does not know: a newer build migrated it. */
  readonly unknown: readonly string[];
}

/** Compares the database with this build. Only reads, so that a health check may ask. */
export async function migrationState(orm: Orm): Promise<MigrationState> {
  const applied = await appliedMigrations(orm);
  return { pending: lackingMigrations(applied), unknown: unknownMigrations(applied) };
}

/** The names of the database's migrations, in their order. */
export async function appliedMigrations(orm: Orm): Promise<string[]> {
  const em = orm.em.fork();
  const [journal] = await em.execute<{ exists: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as "exists"`,
  );
  if (journal?.exists !== true) return [];
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id');
  return rows.map(({ name }) => name);
}
