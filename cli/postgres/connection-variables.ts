/** Environment variables of PostgreSQL's programs by URL parameter. */
const PARAMETERS: Readonly<Record<string, string>> = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  sslmode: 'PGSSLMODE',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslrootcert: 'PGSSLROOTCERT',
  options: 'PGOPTIONS',
  application_name: 'PGAPPNAME',
};

const CONNECT_TIMEOUT_SECONDS = '10';

/** Returns the environment for DATABASE_URL. Unlike arguments, other users can't read its password. */
export function connectionVariables(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const variables: Record<string, string> = {
    PGCONNECT_TIMEOUT: CONNECT_TIMEOUT_SECONDS,
    PGCLIENTENCODING: 'UTF8',
    LC_ALL: 'C',
    TZ: 'UTC',
  };
  const give = (name: string, value: string) => {
    if (value !== '') variables[name] = value;
  };
  give('PGHOST', decodeURIComponent(url.hostname.replace(/^\[(.*)\]$/, '$1')));
  give('PGPORT', url.port);
  give('PGUSER', decodeURIComponent(url.username));
  give('PGPASSWORD', decodeURIComponent(url.password));
  give('PGDATABASE', decodeURIComponent(url.pathname.slice(1)));
  for (const [name, value] of url.searchParams) {
    const variable = PARAMETERS[name];
    if (variable !== undefined) give(variable, value);
  }
  if (['1', 'true'].includes(url.searchParams.get('ssl') ?? '')) variables['PGSSLMODE'] ??= 'require';
  // Only the driver supports no-verify: encrypted without checking the certificate.
  if (variables['PGSSLMODE'] === 'no-verify') variables['PGSSLMODE'] = 'require';
  return variables;
}
