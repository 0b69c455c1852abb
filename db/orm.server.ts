import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { driverConnection } from './connection-options.server.ts';
import { entities } from './entities/registry.ts';
import { LimitedDialect } from './limited-dialect.server.ts';
import type { WorkKind } from './work-limits.server.ts';
import { isRecord } from '#app/lib/records.ts';

/** Maximum connections of a server process, shared by all requests, lists, and exports. */
const DEFAULT_POOL_MAX = 10;
/** Connections that aren't open in time are abandoned and retried. */
const CREATE_TIMEOUT_MS = 10_000;

/** knex would print these to stdout among the log lines. Callers receive every failure as an error. */
const SILENT_LOGGER = { warn: () => undefined, error: () => undefined };

export type Orm = MikroORM;

export interface OrmOptions {
  /** 10 by default. */
  readonly poolMax?: number;
  /** The limits that PostgreSQL enforces for work without its own; none by default. */
  readonly sessionWork?: WorkKind;
  /** Called with every statement but never its parameters, to count in tests and for the debug log. */
  readonly onStatement?: (statement: string) => void;
}

/** The configuration of the server, command line, and tests. `migrate.server.ts` adds the migrator's. */
export function ormConfig(databaseUrl: string, options: OrmOptions = {}) {
  return defineConfig({
    clientUrl: databaseUrl,
    entities,
    forceUtcTimezone: true,
    pool: {
      min: 0,
      max: options.poolMax ?? DEFAULT_POOL_MAX,
      createTimeoutMillis: CREATE_TIMEOUT_MS,
    },
    driverOptions: {
      connection: driverConnection(databaseUrl),
      log: SILENT_LOGGER,
      client: LimitedDialect,
      sessionWork: options.sessionWork,
    },
    discovery: { warnWhenNoEntities: false },
    ...(options.onStatement === undefined
      ? { debug: false }
      : {
          debug: ['query'],
          highlighter: undefined,
          logger: statementLogger(options.onStatement),
          colors: false,
        }),
    schemaGenerator: { disableForeignKeys: false, createForeignKeyConstraints: true },
  });
}

/** Opens the ORM without connecting: connections are opened when first needed. */
export async function openOrm(databaseUrl: string, options?: OrmOptions): Promise<Orm> {
  return MikroORM.init({ ...ormConfig(databaseUrl, options), connect: false });
}

function statementLogger(onStatement: (statement: string) => void) {
  return (message: string) => {
    onStatement(message);
  };
}

/** The connections of this process's pool, and who waits for one. */
export interface PoolState {
  readonly used: number;
  readonly free: number;
  readonly waiting: number;
  readonly max: number;
}

interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Returns the state of the pool. Knex doesn't type its pool. */
export function poolState(orm: Orm): PoolState {
  const client: unknown = orm.em.getConnection().getKnex().client;
  const pool: unknown = isRecord(client) ? client['pool'] : null;
  if (!isPool(pool)) throw new Error("The connection pool is no longer knex's.");
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires(), max: pool.max };
}

function isPool(pool: unknown): pool is Pool {
  return typeof pool === 'object' && pool !== null && 'numPendingAcquires' in pool && 'max' in pool;
}
