import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import type { Settings } from './env.server.ts';
import { KNOWN_VARIABLES } from './known-variables.server.ts';
import { SECRET_FILE_VARIABLES } from './secret-files.server.ts';
import type { Environment } from './setting-errors.ts';

/** Begins the names that `nameDatabaseSessions` gives. */
const SESSION_PREFIX = 'laurel ';

/**
 * Names this process's database sessions (`application_name` in pg_stat_activity), like 'laurel worker'. The driver and
 * PostgreSQL's programs read PGAPPNAME. A name that the operator set stays.
 */
export function nameDatabaseSessions(name: string): void {
  const given = process.env['PGAPPNAME'] ?? '';
  if (given === '' || given.startsWith(SESSION_PREFIX)) process.env['PGAPPNAME'] = SESSION_PREFIX + name;
}

/** Names a server's database sessions, by which `laurel doctor` recognizes whether it delivers email. */
export function nameServerSessions({ outboxWorker, port }: Pick<Settings, 'outboxWorker' | 'port'>): void {
  nameDatabaseSessions(`${outboxWorker ? 'serve+worker' : 'serve'} ${port}`);
}

/** Returns the folders in PATH, in order. */
export function programFolders(): string[] {
  return (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
}

/** Returns the OS user who runs this process. SUDO_USER counts only for root, so users can't spoof it. */
export function systemUser(): string {
  const behindSudo = process.getuid?.() === 0 ? (process.env['SUDO_USER'] ?? '') : '';
  if (behindSudo !== '') return behindSudo;
  try {
    return userInfo().username;
  } catch {
    // Containers may run under a uid without an account.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Returns the OS user who runs this process, and the machine's name. */
export function osAccount(): { readonly osUser: string; readonly host: string } {
  return { osUser: systemUser(), host: hostname() };
}

/** Returns a child process's environment: the current one plus `variables`, without Laurel's settings and secrets. */
export function programEnvironment(variables: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !KNOWN_VARIABLES.includes(name));
  return { ...Object.fromEntries(inherited), ...variables } as NodeJS.ProcessEnv;
}

/** Returns the files from which this process reads secrets. */
export function secretFiles(): string[] {
  return SECRET_FILE_VARIABLES.map((name) => process.env[name] ?? '').filter((file) => file !== '');
}

/** Returns the names of this process's environment variables. */
export function environmentNames(): string[] {
  return Object.keys(process.env);
}
