import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { programEnvironment, programFolders } from '#app/config/process-environment.server.ts';
import { plural } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { CommandFailure } from '#cli/command-failure.ts';

export type ProgramName = 'pg_dump' | 'pg_restore' | 'psql';

/** PostgreSQL's client programs of one version in one folder. */
export interface PostgresPrograms {
  readonly folder: string;
  /** Like '18.4'. */
  readonly version: string;
  readonly major: number;
  readonly minor: number;
}

/** Folders where packages install the programs without adding them to PATH. `*` is a version. */
const USUAL_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/opt/homebrew/opt/libpq/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/usr/local/opt/libpq/bin',
  'C:\\Program Files\\PostgreSQL\\*\\bin',
];
const VERSION_TIMEOUT_MS = 5_000;

/** Returns the path of a program. */
export function programFile({ folder }: PostgresPrograms, name: ProgramName): string {
  return path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * Finds programs in PG_BIN, or else in PATH and the usual folders. Prefers the server's version, then the next newer,
 * because an older server may not understand what a much newer program writes.
 *
 * @param serverMajor like 18; null without a server, for the newest programs
 * @param postgresPrograms the folder in PG_BIN; null if not set
 * @throws {CommandFailure} when none are new enough, saying what to install
 */
export async function findPostgresPrograms(
  names: readonly ProgramName[],
  serverMajor: number | null,
  postgresPrograms: string | null,
): Promise<PostgresPrograms> {
  const folders = postgresPrograms === null ? await standardFolders() : [postgresPrograms];
  const found = (await Promise.all(folders.map((folder) => programsIn(folder, names)))).filter(
    (programs) => programs !== null,
  );
  const [best] = found
    .filter(({ major }) => serverMajor === null || major >= serverMajor)
    .sort(
      (one, other) => (serverMajor === null ? -1 : 1) * (one.major - other.major) || other.minor - one.minor,
    );
  if (best !== undefined) return best;
  const what = listed(names);
  const where = postgresPrograms === null ? '' : ` in ${postgresPrograms} (set by PG_BIN)`;
  if (serverMajor === null) {
    throw new CommandFailure(
      `Can't find ${what}${where}. Install PostgreSQL's client programs (${packageFor('')}), or set PG_BIN to their folder.`,
    );
  }
  const install = `Install version ${serverMajor} of PostgreSQL's client programs (${packageFor(serverMajor)}), or set PG_BIN to their folder.`;
  const [newest] = found.sort((one, other) => other.major - one.major);
  throw new CommandFailure(
    newest === undefined
      ? `Can't find ${what}${where}. ${install}`
      : `${what} ${newest.version} in ${newest.folder} ${plural(names.length, 'is', 'are')} older than the server (PostgreSQL ${serverMajor}). ${install}`,
  );
}

function packageFor(major: number | ''): string {
  const [brewed, debian] = major === '' ? ['', ''] : [`@${major}`, `-${major}`];
  if (process.platform === 'darwin') return `brew install postgresql${brewed}`;
  if (process.platform === 'win32') return 'from https://www.postgresql.org/download/windows/';
  return `Debian and Ubuntu: apt install postgresql-client${debian}`;
}

async function standardFolders(): Promise<string[]> {
  const usual = await Promise.all(USUAL_FOLDERS.map(foldersLike));
  return [...new Set([...programFolders(), ...usual.flat()])];
}

async function foldersLike(pattern: string): Promise<string[]> {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return [pattern];
  const parent = before.replace(/[^/\\]*$/, '');
  const start = before.slice(parent.length);
  const names = await readdir(parent).catch(() => []);
  return names.filter((name) => name.startsWith(start)).map((name) => `${parent}${name}${after}`);
}

/** Returns null if a program is missing or its version can't be read. */
async function programsIn(folder: string, names: readonly ProgramName[]): Promise<PostgresPrograms | null> {
  const [first] = names;
  if (first === undefined) return null;
  const programs = { folder, version: '', major: 0, minor: 0 };
  try {
    for (const name of names) await access(programFile(programs, name));
    const options = { env: programEnvironment({ LC_ALL: 'C' }), timeout: VERSION_TIMEOUT_MS };
    const { stdout } = await promisify(execFile)(programFile(programs, first), ['--version'], options);
    const [, major, minor] = /\) (\d+)(?:\.(\d+))?/.exec(stdout) ?? [];
    if (major === undefined) return null;
    const version = minor === undefined ? major : `${major}.${minor}`;
    return { folder, version, major: Number(major), minor: Number(minor ?? 0) };
  } catch {
    return null;
  }
}
