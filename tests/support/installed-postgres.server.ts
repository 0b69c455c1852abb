import { access, appendFile, chown, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programFolders } from '#app/config/process-environment.server.ts';
import { chooseDatabaseAccount } from '#cli/embedded-postgres/database-account.server.ts';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { startSupervisor } from '#cli/embedded-postgres/postgres-supervisor.server.ts';
import { runPostgresProgram } from '#cli/embedded-postgres/postgres-program.server.ts';

/** A temporary server of the installed PostgreSQL, with its pg_dump, pg_restore, and psql. */
export interface InstalledPostgres {
  /** Folder of the programs, for PG_BIN. */
  readonly programs: string;
  url(database: string, role?: string): string;
  stop(): Promise<void>;
}

const PROGRAMS = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore', 'psql'];
const DEBIAN = '/usr/lib/postgresql';
const SUPERUSER = 'postgres';

/** Starts the server; null if no folder has all of PostgreSQL's programs. */
export async function startInstalledPostgres(): Promise<InstalledPostgres | null> {
  const programs = await installedPrograms();
  if (programs === null) return null;
  const account = await chooseDatabaseAccount(tmpdir());
  const scratch = await mkdtemp(path.join(tmpdir(), 'laurel-installed-'));
  if (account) await chown(scratch, account.uid, account.gid);
  const folder = path.join(scratch, 'data');
  const [initdb = '', pgCtl = '', postgres = ''] = PROGRAMS.map((name) => path.join(programs, name));
  await runPostgresProgram({
    ...{ program: initdb, cwd: scratch, account },
    args: ['-D', folder, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
  });
  await appendFile(
    path.join(folder, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\nautovacuum = off\n`,
  );
  const port = await findFreePort();
  const supervisor = await startSupervisor({
    ...{ folder, account, port, database: SUPERUSER, settings: {}, removeAfter: scratch, crashSafe: false },
    binaries: { home: path.dirname(programs), initdb, pgCtl, postgres },
  });
  if (supervisor === undefined) throw new Error('The installed PostgreSQL did not start.');
  return {
    programs,
    url: (database, role = SUPERUSER) => `postgresql://${role}@127.0.0.1:${port}/${database}`,
    stop: () => supervisor.stop(),
  };
}

async function installedPrograms(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const folders = [...programFolders(), ...versions.map((version) => path.join(DEBIAN, version, 'bin'))];
  for (const folder of folders) {
    const found = PROGRAMS.map((name) => access(path.join(folder, name)));
    if ((await Promise.allSettled(found)).every(({ status }) => status === 'fulfilled')) return folder;
  }
  return null;
}
