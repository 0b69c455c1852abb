import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from '#cli/embedded-postgres/embedded-postgres-error.ts';

/** The system account that runs PostgreSQL if this process is root, because PostgreSQL refuses to run as root. */
export interface DatabaseAccount {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Returns the account for PostgreSQL, or undefined unless this process is root. Prefers a non-root owner of `folder` or
 * its nearest existing parent, then `postgres`, then `nobody`.
 *
 * @throws {EmbeddedPostgresError} when there is no such account
 */
export async function chooseDatabaseAccount(folder: string): Promise<DatabaseAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = await readAccounts();
  const owner = await ownerOf(folder);
  const account =
    accounts.find(({ uid }) => uid !== 0 && uid === owner) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody');
  if (account) return account;
  throw new EmbeddedPostgresError(
    'account-missing',
    "PostgreSQL can't run as root, and this system has no `postgres` or `nobody` account. Run Laurel as a regular user.",
  );
}

/** Returns the first folder on the path that `account` can't enter; undefined if it can enter all of them. */
export async function findClosedFolder(
  folder: string,
  account: DatabaseAccount | undefined,
): Promise<string | undefined> {
  if (!account) return undefined;
  const steps = foldersDownTo(await realpath(folder));
  for (const step of steps) {
    const { mode, uid, gid } = await stat(step);
    const entry = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & entry) === 0) return step;
  }
  return undefined;
}

/** @throws {EmbeddedPostgresError} when `account` can't enter the folder or one of its parents */
export async function assertFolderOpen(folder: string, account: DatabaseAccount | undefined): Promise<void> {
  const closed = await findClosedFolder(folder, account);
  if (closed === undefined || account === undefined) return;
  throw new EmbeddedPostgresError(
    'folder-not-enterable',
    `PostgreSQL can't run as root, and the account that runs it instead (${account.name}) can't enter ${closed}. Move the project to a folder everyone can enter, such as /srv, run Laurel as a regular user, or allow access with \`chmod o+x ${closed}\`.`,
  );
}

function foldersDownTo(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...foldersDownTo(parent), folder];
}

async function ownerOf(folder: string): Promise<number> {
  const owner = await stat(folder).then(
    ({ uid }) => uid,
    () => undefined,
  );
  return owner ?? ownerOf(path.dirname(folder));
}

async function readAccounts(): Promise<DatabaseAccount[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && Number.isInteger(uid) && Number.isInteger(gid));
}
