import { appliedMigrations } from '#db/migration-state.server.ts';
import type { Orm } from '#db/orm.server.ts';
import type { Archive } from './read-archive.server.ts';
import { hasRows, listTables, wasInstalledAt } from './restore-queries.server.ts';

/** The database to be replaced, compared with the backup. */
export interface RestoreTarget {
  /** True if no table has rows, except those that servers write on their own. */
  readonly isEmpty: boolean;
  /** Whether it has tables for events and disclosures. */
  readonly hasLog: boolean;
  readonly newerMigrations: number;
  /** Whether the backup is from this installation, by the time of its first migration. */
  readonly isSameInstallation: boolean;
}

/** Tables whose rows aren't backed up: a restored one could let someone in who no longer has access. */
export const SIGN_IN_TABLES = [
  'session',
  'login_challenge',
  'rate_limit',
  'access_token',
  'passkey',
  'passkey_challenge',
  'linked_identity',
  'oidc_request',
];
/** Tables that may have rows before anyone has used the database. */
const TABLES_FILLED_BEFORE_USE = ['mikro_orm_migrations', ...SIGN_IN_TABLES, 'mail_pace'];

/** Reads what a restore would replace, without changing anything. */
export async function readRestoreTarget(orm: Orm, archive: Archive): Promise<RestoreTarget> {
  const connection = { em: orm.em.fork() };
  const migrations = await appliedMigrations(orm);
  const watched = (await listTables(connection)).filter(
    ({ name }) => !TABLES_FILLED_BEFORE_USE.includes(name),
  );
  const isEmpty = !(await hasRows(
    connection,
    watched.map(({ quoted }) => quoted),
  ));
  const hasLog = migrations.length > 0;
  return {
    isEmpty,
    hasLog,
    newerMigrations: migrations.filter((name) => !archive.migrations.includes(name)).length,
    isSameInstallation: hasLog && (await wasInstalledAt(connection, archive.installedAt)),
  };
}
