import { readFileSync } from 'node:fs';
import type { ConnectionOptions as TlsOptions } from 'node:tls';

export interface DriverConnection {
  readonly connectionTimeoutMillis: number;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  /** Names the sessions in pg_stat_activity; otherwise PGAPPNAME does. */
  readonly application_name?: string;
  /** PostgreSQL settings, like `-c statement_timeout=60000`. */
  readonly options?: string;
  readonly ssl?: TlsOptions;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** URL parameters that name a file, with the TLS option for its contents. */
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;
/** Uses the system's trusted certificates. */
const SYSTEM = 'system';

/**
 * Returns the driver's options from a URL's parameters; MikroORM reads only user, host, and database.
 * @throws {Error} when a certificate file can't be read
 */
export function driverConnection(databaseUrl: string): DriverConnection {
  const { searchParams } = new URL(databaseUrl);
  const named = ['host', 'user', 'password', 'options', 'application_name'].flatMap((name) => {
    const value = searchParams.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  const port = Number(searchParams.get('port') ?? 0);
  const ssl = tlsOptions(searchParams);
  return {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...Object.fromEntries<string>(named),
    ...(port > 0 ? { port } : {}),
    ...(ssl === null ? {} : { ssl }),
  };
}

/** Null without TLS. `require` encrypts without verifying, `verify-ca` checks the CA, `verify-full` the host, too. */
function tlsOptions(parameters: URLSearchParams): TlsOptions | null {
  const isOn = ['1', 'true'].includes(parameters.get('ssl') ?? '');
  const mode = parameters.get('sslmode') ?? (isOn ? 'require' : 'disable');
  if (['disable', 'allow', 'prefer'].includes(mode)) return null;
  const files: Pick<TlsOptions, 'ca' | 'cert' | 'key'> = {};
  for (const [parameter, name] of Object.entries(FILES)) {
    const file = parameters.get(parameter) ?? SYSTEM;
    if (file !== SYSTEM) files[name] = readFileSync(file, 'utf8');
  }
  const isVerified = mode === 'verify-full' || mode === 'verify-ca' || (mode === 'require' && 'ca' in files);
  return {
    ...files,
    rejectUnauthorized: isVerified,
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}
