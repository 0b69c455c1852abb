import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { entities } from './entities/registry.ts';
import { migrationsList } from './migrations/migrations-list.ts';
import { lackingMigrations } from './migrations/compared-migrations.ts';

/** Connections one server process may hold; every list and export waits for one of these. */
const DEFAULT_POOL_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;

/** The advisory lock that keeps two migration runs apart: 'laurel' in ASCII, shortened. */
const MIGRATION_LOCK = 0x6c617572;

/** What the query builder would print on stdout, among the log's lines; callers get every failure as an error. */
const UNSAID = { warn: () => undefined, error: () => undefined };

export type Orm = MikroORM;

export interface OrmOptions {
  /** At most this many connections; 10 unless told. */
  readonly poolMax?: number;
  /** Called with every statement; for counting in tests and for the debug log. Parameters are never passed. */
  readonly onStatement?: (statement: string) => void;
}

/** The configuration shared by server, command line, migrations and tests. */
export function ormConfig(databaseUrl: string, options: OrmOptions = {}) {
  return defineConfig({
    clientUrl: databaseUrl,
    entities,
    extensions: [Migrator],
    forceUtcTimezone: true,
    pool: { min: 0, max: options.poolMax ?? DEFAULT_POOL_MAX },
    driverOptions: { connection: { connectionTimeoutMillis: CONNECT_TIMEOUT_MS }, log: UNSAID },
    discovery: { warnWhenNoEntities: false },
    ...(options.onStatement === undefined
      ? { debug: false }
      : {
          debug: ['query'],
          highlighter: undefined,
          logger: statementLogger(options.onStatement),
          colors: false,
        }),
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
    schemaGenerator: { disableForeignKeys: false, createForeignKeyConstraints: true },
  });
}

/** Opens the ORM without touching the database: connections are made when first needed. */
export async function openOrm(databaseUrl: string, options?: OrmOptions): Promise<Orm> {
  return MikroORM.init({ ...ormConfig(databaseUrl, options), connect: false });
}

/** Applies every pending migration and answers their names. Two runs at once wait for each other. */
export async function migrateUp(databaseUrl: string): Promise<string[]> {
  const orm = await openOrm(databaseUrl, { poolMax: 2 });
  try {
    return await orm.em.fork().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      const applied = await orm.migrator.up();
      return applied.map((migration) => migration.name);
    });
  } finally {
    await orm.close(true);
  }
}

/** The names of migrations that this build has and the database has not. Only reads, so that a health check may ask. */
export async function pendingMigrations(orm: Orm): Promise<string[]> {
  return lackingMigrations(await appliedMigrations(orm));
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

function statementLogger(onStatement: (statement: string) => void) {
  return (message: string) => {
    onStatement(message);
  };
}
