import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrationsList } from './migrations/migrations-list.ts';
import { migrationState } from './migration-state.server.ts';
import { NewerSchema } from './migrations/compared-migrations.ts';
import { type Orm, ormConfig } from './orm.server.ts';

/** The advisory lock that serializes migration runs: 'laur' in ASCII. */
const MIGRATION_LOCK = 0x6c617572;

/** Opens the ORM with the migrator. Separate from `openOrm`, because the migrator is slow to load. */
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
 * Applies pending migrations and returns their names. Concurrent runs wait for each other.
 * @throws {NewerSchema} when a newer build has migrated the database
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
