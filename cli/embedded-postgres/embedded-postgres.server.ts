import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  assertFolderOpen,
  chooseDatabaseAccount,
  findClosedFolder,
  type DatabaseAccount,
} from '#cli/embedded-postgres/database-account.server.ts';
import {
  DATABASE_USER,
  ensureDataFolder,
  readPassword,
  type DataFolder,
} from '#cli/embedded-postgres/data-folder.server.ts';
import { EmbeddedPostgresError } from '#cli/embedded-postgres/embedded-postgres-error.ts';
import { findFreePort, isPortFree } from '#cli/embedded-postgres/free-port.server.ts';
import {
  copyPostgresBinaries,
  findPostgresBinaries,
  type PostgresBinaries,
} from '#cli/embedded-postgres/postgres-binaries.server.ts';
import { serverLogOf, startSupervisor } from '#cli/embedded-postgres/postgres-supervisor.server.ts';
import { stopOrphanedPostgres } from '#cli/embedded-postgres/folder-claim.server.ts';

/** A PostgreSQL server on 127.0.0.1 that stops when this process ends, even if it is killed. */
export interface EmbeddedPostgres {
  port: number;
  /** Returns the connection URL of a database, by default the one created with the server. */
  url(database?: string): string;
  /** Stops the server and waits for it. Safe to call twice. */
  stop(): Promise<void>;
}

interface PersistentOptions {
  /** The parent folder, usually `.data`; the data is in its `postgres` folder. */
  folder: string;
  /** By default any free port. */
  port?: number;
}

const DATABASE = 'laurel';

const COMMON_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
};

const THROW_AWAY_SETTINGS = {
  ...COMMON_SETTINGS,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '200',
  scram_iterations: '1',
};

/**
 * Starts PostgreSQL with a persistent data folder, which the first run creates.
 *
 * @throws {EmbeddedPostgresError} when it can't be started
 */
export async function startPersistentPostgres(options: PersistentOptions): Promise<EmbeddedPostgres> {
  const base = path.resolve(options.folder);
  const folder = path.join(base, 'postgres');
  await mkdir(base, { recursive: true, mode: 0o755 });
  const account = await chooseDatabaseAccount(folder);
  await assertFolderOpen(base, account);
  return withScratchFolder(account, async (scratch) => {
    const binaries = await findRunnableBinaries(account, scratch);
    const data = { folder, binaries, account, database: DATABASE, settings: COMMON_SETTINGS };
    await ensureDataFolder(data);
    await stopOrphanedPostgres(data);
    return startServer(data, { port: options.port, removeAfter: scratch, crashSafe: true });
  });
}

/** Starts an empty PostgreSQL in a temporary folder, fast but not crash-safe. Stopping it removes the folder. */
export async function startTemporaryPostgres(): Promise<EmbeddedPostgres> {
  const account = await chooseDatabaseAccount(tmpdir());
  return withScratchFolder(account, async (scratch) => {
    const binaries = await findRunnableBinaries(account, scratch);
    const folder = path.join(scratch, 'data');
    const data = { folder, binaries, account, database: DATABASE, settings: THROW_AWAY_SETTINGS };
    await ensureDataFolder(data);
    return startServer(data, { removeAfter: scratch, crashSafe: false });
  });
}

/** Creates a temporary folder owned by the account, removed with the server or if it doesn't start. */
async function withScratchFolder(
  account: DatabaseAccount | undefined,
  start: (scratch: string) => Promise<EmbeddedPostgres>,
): Promise<EmbeddedPostgres> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'laurel-postgres-'));
  try {
    if (account) await chown(scratch, account.uid, account.gid);
    await assertFolderOpen(scratch, account);
    return await start(scratch);
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the installed programs, or a copy if the account can't enter their folder. */
async function findRunnableBinaries(
  account: DatabaseAccount | undefined,
  scratch: string,
): Promise<PostgresBinaries> {
  const installed = await findPostgresBinaries();
  const closed = await findClosedFolder(path.dirname(installed.postgres), account);
  return closed === undefined ? installed : copyPostgresBinaries(installed, path.join(scratch, 'native'));
}

interface ServerOptions {
  port?: number;
  removeAfter: string;
  crashSafe: boolean;
}

/** Retries with another free port, because another program may take it before PostgreSQL listens. */
async function startServer(data: DataFolder, { port, ...options }: ServerOptions): Promise<EmbeddedPostgres> {
  const password = await readPassword(data.folder);
  const attempts = port === undefined ? 5 : 1;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (port !== undefined && !(await isPortFree(port))) throw portTaken(port);
    const chosen = port ?? (await findFreePort());
    const supervisor = await startSupervisor({ ...data, ...options, port: chosen });
    if (supervisor) {
      const url = (database = data.database) =>
        `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${chosen}/${database}`;
      return { port: chosen, url, stop: () => supervisor.stop() };
    }
    await explainFailure(data.folder, chosen, attempt === attempts);
  }
  throw portTaken(port ?? 0);
}

/** Throws unless the port was taken and another one can be tried. */
async function explainFailure(folder: string, port: number, isLast: boolean): Promise<void> {
  const log = await readFile(serverLogOf(folder), 'utf8').catch(() => '');
  if (/could not bind/.test(log)) {
    if (isLast) throw portTaken(port);
    return;
  }
  const reason = log.split('\n').findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? 'it gave no reason';
  throw new EmbeddedPostgresError(
    'start-failed',
    `PostgreSQL didn't start in ${folder}: ${reason.replace(/^.*?(?=FATAL|PANIC|ERROR)/, '')} (its log is ${serverLogOf(folder)}).`,
  );
}

function portTaken(port: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'port-taken',
    `Port ${port} on 127.0.0.1 is in use. Stop the other program or choose another port.`,
  );
}
