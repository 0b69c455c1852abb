import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { driverConnection } from './connection-options.server.ts';
import { entities } from './entities/registry.ts';
import { LimitedDialect } from './limited-dialect.server.ts';
import type { WorkKind } from './work-limits.server.ts';

/** Connections one server process may hold; every list and export waits for one of these. */
const DEFAULT_POOL_MAX = 10;
/** A connection that is not there by then is given up, and another one tried. */
const CREATE_TIMEOUT_MS = 10_000;

/** What the query builder would print on stdout, among the log's lines; callers get every failure as an error. */
const UNSAID = { warn: () => undefined, error: () => undefined };

export type Orm = MikroORM;

export interface OrmOptions {
  /** At most this many connections; 10 unless told. */
  readonly poolMax?: number;
  /** Whose limits PostgreSQL enforces unless work has others; none unless told. */
  readonly sessionWork?: WorkKind;
  /** Called with every statement; for counting in tests and for the debug log. Parameters are never passed. */
  readonly onStatement?: (statement: string) => void;
}

/**
 * The configuration of server, command line, migrations, and tests. Migrations add their own in `migrate.server.ts`.
 */
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
      log: UNSAID,
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

/** Opens the ORM without touching the database: connections are made when first needed. */
export async function openOrm(databaseUrl: string, options?: OrmOptions): Promise<Orm> {
  return MikroORM.init({ ...ormConfig(databaseUrl, options), connect: false });
}

function statementLogger(onStatement: (statement: string) => void) {
  return (message: string) => {
    onStatement(message);
  };
}
