import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrationsList } from './migrations/migrations-list.ts';
import { isRecord } from '#app/lib/records.ts';
import { appliedMigrations, migrationState } from './migration-state.server.ts';
import { NewerSchema } from './migrations/compared-migrations.ts';
import { type Orm, ormConfig } from './orm.server.ts';
import { WORK_LIMITS } from './work-limits.server.ts';

/** The advisory lock that serializes migration runs: 'laur' in ASCII. */
const MIGRATION_LOCK = 0x6c617572;
/** PostgreSQL's error code for a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_SECONDS = WORK_LIMITS.migration.lockMs / 1000;

/** Opens the ORM with the migrator. Separate from `openOrm`, because the migrator is slow to load. */
export async function openMigratingOrm(databaseUrl: string): Promise<Orm> {
  return MikroORM.init({
    ...ormConfig(databaseUrl, { poolMax: 2, sessionWork: 'migration' }),
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

/** A migration waited too long for a table. The message is for an operator. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked';
  override readonly message =
    `Another session uses a table that a migration changes, so the migration gave up after ${LOCK_SECONDS} s. Nothing was changed. ` +
    'Run the command again; if this happens every time, stop long exports and other programs first.';
}

/** Another run has applied or reverted migrations since the operator confirmed. The message is for an operator. */
export class RollbackOutdated extends Error {
  override readonly name = 'RollbackOutdated';
  override readonly message =
    'Another run has applied or reverted migrations in the meantime. Nothing was changed. Run the command again.';
}

/**
 * Applies pending migrations and returns their names. Concurrent runs wait for each other.
 *
 * @throws {NewerSchema} when a newer build has migrated the database
 * @throws {MigrationBlocked} when another session uses a table for too long
 */
export async function migrateUp(databaseUrl: string): Promise<string[]> {
  return migrateAlone(databaseUrl, (migrator) => migrator.up());
}

/**
 * Reverts the migrations that were applied after this one, newest first, and returns their names.
 *
 * @param expected what `migrationsAfter` returned when the operator confirmed
 * @throws {RollbackOutdated} when other migrations have been applied or reverted since then
 * @throws {NewerSchema} when a newer build has migrated the database
 * @throws {MigrationBlocked} when another session uses a table for too long
 */
export async function migrateDownTo(
  databaseUrl: string,
  name: string,
  expected: readonly string[],
): Promise<string[]> {
  return migrateAlone(databaseUrl, async (migrator, applied) => {
    if (!applied.includes(name)) throw new RollbackOutdated();
    const reverted = migrationsAfter(applied, name);
    if (reverted.join() !== expected.join()) throw new RollbackOutdated();
    return reverted.length === 0 ? [] : migrator.down(reverted);
  });
}

/** Returns the applied migrations after this one, newest first. */
export function migrationsAfter(applied: readonly string[], name: string): string[] {
  return applied.slice(applied.indexOf(name) + 1).toReversed();
}

async function migrateAlone(
  databaseUrl: string,
  migrate: (migrator: Orm['migrator'], applied: readonly string[]) => Promise<{ readonly name: string }[]>,
): Promise<string[]> {
  const orm = await openMigratingOrm(databaseUrl);
  try {
    return await orm.em.fork().transactional(async (em) => {
      await em.execute('set local lock_timeout = 0');
      await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      const { unknown } = await migrationState(orm);
      if (unknown.length > 0) throw new NewerSchema(unknown);
      const migrated = await migrate(orm.migrator, await appliedMigrations(orm));
      return migrated.map((migration) => migration.name);
    });
  } catch (error) {
    if (isLockTimeout(error)) {
      throw new MigrationBlocked(undefined, { cause: error });
    }
    throw error;
  } finally {
    await orm.close(true);
  }
}

/** The migrator wraps the driver's error. */
function isLockTimeout(error: unknown): boolean {
  return isRecord(error) && (error['code'] === LOCK_NOT_AVAILABLE || isLockTimeout(error['cause']));
}
