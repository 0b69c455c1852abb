import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseAccount } from '#cli/embedded-postgres/database-account.server.ts';
import { EmbeddedPostgresError } from '#cli/embedded-postgres/embedded-postgres-error.ts';
import type { PostgresBinaries } from '#cli/embedded-postgres/postgres-binaries.server.ts';
import { runPostgresProgram } from '#cli/embedded-postgres/postgres-program.server.ts';

export const DATABASE_USER = 'laurel';

const PASSWORD_FILE = 'laurel-password';
const REQUIRED_FILES = ['PG_VERSION', 'global/pg_control', 'postgresql.conf', 'pg_hba.conf', PASSWORD_FILE];
const POSTGRES_MAJOR = '18';

/** A data folder to use or create. */
export interface DataFolder {
  folder: string;
  binaries: PostgresBinaries;
  account: DatabaseAccount | undefined;
  /** The database to create in addition to PostgreSQL's own. */
  database: string;
  /** Settings for postgresql.conf, used only when the folder is created. */
  settings: Record<string, string>;
}

/**
 * Creates the data folder if it's missing or empty, under a temporary name so an interrupted run leaves no partial
 * folder. Uses UTF-8 and PostgreSQL's C.UTF-8 locale, which is the same on all platforms.
 *
 * @throws {EmbeddedPostgresError} when the folder is incomplete or foreign, or PostgreSQL fails
 */
export async function ensureDataFolder(input: DataFolder): Promise<void> {
  await assertReadable(input.folder);
  if (await isMissingOrEmpty(input.folder)) {
    await createDataFolder(input);
  }
  await assertComplete(input.folder);
  await assertOwned(input);
}

/** Reads the database password, stored in the data folder that only the database account and root can enter. */
export function readPassword(folder: string): Promise<string> {
  return readFile(path.join(folder, PASSWORD_FILE), 'utf8');
}

/** Writes a file that only the database account and root can read. */
export async function writeOwned(
  file: string,
  text: string,
  account: DatabaseAccount | undefined,
): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
  await giveTo(account, file);
}

async function createDataFolder(input: DataFolder): Promise<void> {
  const { folder, account } = input;
  const draft = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  await removeAbandonedDrafts(folder);
  try {
    await mkdir(draft);
    await chmod(draft, 0o700);
    await giveTo(account, draft);
    await fillDataFolder({ ...input, folder: draft });
    await rmdir(folder).catch(ignoreMissing);
    await rename(draft, folder).catch(async (error: unknown) => {
      const madeByAnotherRun = !(await isMissingOrEmpty(folder));
      if (!madeByAnotherRun) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fillDataFolder({ folder, binaries, account, database, settings }: DataFolder): Promise<void> {
  const args = initdbArguments(folder, settings);
  await runPostgresProgram({ program: binaries.initdb, args, cwd: folder, account });
  const password = randomBytes(24).toString('base64url');
  await runPostgresProgram({
    program: binaries.postgres,
    args: ['--single', '-D', folder, 'postgres'],
    cwd: folder,
    account,
    input: `create database ${database};\nalter role ${DATABASE_USER} password '${password}';\n`,
  });
  await writeOwned(path.join(folder, PASSWORD_FILE), password, account);
  await writeOwned(path.join(folder, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n', account);
}

function initdbArguments(folder: string, settings: Record<string, string>): string[] {
  return [
    ...['-D', folder, '-U', DATABASE_USER, '--auth=reject', '--no-instructions'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(settings['fsync'] === 'off' ? ['--no-sync'] : []),
    ...Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
  ];
}

async function assertReadable(folder: string): Promise<void> {
  await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'EACCES') throw foreignFolder(folder);
    if (codeOf(error) === 'ENOTDIR') {
      throw new EmbeddedPostgresError(
        'folder-half-made',
        `${folder} is a file, but the database needs a folder there. Move it, then try again.`,
      );
    }
    return ignoreMissing(error);
  });
}

async function assertComplete(folder: string): Promise<void> {
  const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const missing = version === '' ? 'PG_VERSION' : await firstMissing(folder);
  if (missing !== undefined) {
    throw new EmbeddedPostgresError(
      'folder-half-made',
      `The data folder ${folder} is incomplete (${missing} is missing). Delete the folder or restore a copy of it, then try again.`,
    );
  }
  if (version !== POSTGRES_MAJOR) {
    throw new EmbeddedPostgresError(
      'folder-foreign',
      `The data folder ${folder} was created by PostgreSQL ${version}, but this is PostgreSQL ${POSTGRES_MAJOR}. Move the folder, then try again.`,
    );
  }
}

async function firstMissing(folder: string): Promise<string | undefined> {
  for (const file of REQUIRED_FILES) {
    if (!(await isThere(path.join(folder, file)))) return file;
  }
  return undefined;
}

async function assertOwned({ folder, account }: DataFolder): Promise<void> {
  const uid = account?.uid ?? process.getuid?.();
  if (uid !== undefined && (await lstat(folder)).uid !== uid) throw foreignFolder(folder);
}

function foreignFolder(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'folder-foreign',
    `The data folder ${folder} belongs to another user. Run Laurel as that user, or delete the folder and try again.`,
  );
}

async function removeAbandonedDrafts(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const prefix = `${path.basename(folder)}.new-`;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const maker = Number(name.slice(prefix.length).split('-')[0]);
    if (!isProcessAlive(maker)) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

async function giveTo(account: DatabaseAccount | undefined, file: string): Promise<void> {
  if (account) await chown(file, account.uid, account.gid);
}

async function isMissingOrEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(ignoreMissing);
  return names === undefined || names.length === 0;
}

function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
  return undefined;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Returns whether a process with this id is running, including other users' processes. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
