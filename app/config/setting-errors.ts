import { isLocalHost } from './local-host.ts';

/** `message` follows the variable's name. It never contains the value, which may be a secret. */
export interface SettingError {
  readonly variable: string;
  readonly message: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const DEVELOPMENT_SECRET = 'development-only-secret-never-for-production';
const EXAMPLE_SECRETS = new Set(['change-me-to-at-least-32-random-characters', DEVELOPMENT_SECRET]);
const SECRET_MIN = 32;
/** Minimum number of distinct characters in a secret; 32 random hex digits almost never have fewer. */
const SECRET_CHARACTERS_MIN = 8;
/** Settings that are all set or all missing, by what needs them. */
const GROUPS = {
  DKIM: ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
  'OpenID Connect': ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
} as const;

/** Contacts that people see, so production requires the office's own. */
export const CONTACT_VARIABLES = ['CONTACT_EMAIL', 'HANDBOOK_URL', 'SURVEY_URL', 'PROGRAM_LINKS'] as const;
/** Required by servers that don't listen only where their proxy can reach them. */
export const PROXY_VARIABLE = 'TRUST_PROXY';
/** Connections to other machines that `ALLOW_INSECURE` can except. */
export const INSECURE_CONNECTIONS = ['database', 'smtp'] as const;
/** Values that trust no proxy. */
const NO_PROXY = new Set(['off', 'false', '0']);
/** Matches an address or link at the domain of the examples. */
const PLACEHOLDER = /(?:@|:\/\/)(?:[\w-]+\.)*example\.org(?![\w.-])/i;

/** Returns whether what is sent to a URL is encrypted, or stays on this machine. */
export function isEncrypted(url: string): boolean {
  return !url.startsWith('http://') || (URL.canParse(url) && isLocalHost(new URL(url).hostname));
}

/** Returns whether a contact is an example from the documentation. */
export function isPlaceholder(contact: string): boolean {
  return PLACEHOLDER.test(contact);
}

/** Returns the errors that matter in production: missing `required` variables, and unsafe or example values. */
export function productionErrors(env: Environment, required: readonly string[]): SettingError[] {
  return [
    ...unsetErrors(env, required),
    ...placeholderErrors(env, required),
    ...connectionErrors(env, required),
    ...error('SESSION_SECRET', secretError(env['SESSION_SECRET'])),
    ...error('APP_URL', urlError(env['APP_URL'])),
    ...error(PROXY_VARIABLE, required.includes(PROXY_VARIABLE) ? proxyError(env[PROXY_VARIABLE]) : null),
    ...error('LAUREL_DEMO', env['LAUREL_DEMO'] === '1' ? 'must not be set in production' : null),
  ];
}

/** Returns an error for each required contact that is still an example. */
function placeholderErrors(env: Environment, required: readonly string[]): SettingError[] {
  return ['MAIL_FROM', ...CONTACT_VARIABLES]
    .filter((variable) => required.includes(variable) && isPlaceholder(env[variable] ?? ''))
    .map((variable) => ({ variable, message: 'is an example from the documentation: set your own' }));
}

/** Returns an error for each connection to another machine that may be unencrypted, or to an unverified server. */
function connectionErrors(env: Environment, required: readonly string[]): SettingError[] {
  const allowed = new Set(parseInsecureConnections(env['ALLOW_INSECURE'] ?? ''));
  const findings = [
    ...(allowed.has('database') ? [] : error('DATABASE_URL', databaseConnectionError(env['DATABASE_URL']))),
    ...(allowed.has('smtp') ? [] : error('SMTP_URL', mailConnectionError(env['SMTP_URL']))),
  ];
  return findings.filter(({ variable }) => required.includes(variable));
}

/** Returns the names in `ALLOW_INSECURE`, which commas separate. */
export function parseInsecureConnections(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function databaseConnectionError(text = ''): string | null {
  if (!/^postgres(ql)?:/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const isVerified = ['verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? '');
  return isVerified || isLocalHost(host)
    ? null
    : 'names another machine, so the connection must be encrypted: add ?sslmode=verify-full and, for a private certificate authority, &sslrootcert=FILE (or set ALLOW_INSECURE=database)';
}

function mailConnectionError(text = ''): string | null {
  if (!/^smtps?:/.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, searchParams } = new URL(text);
  const isEncrypted = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  const isVerified = !searchParams.has('tls.rejectUnauthorized');
  return (isEncrypted && isVerified) || isLocalHost(hostname)
    ? null
    : 'names another machine, so the connection must be encrypted: use smtps://, or add ?requireTLS=true (or set ALLOW_INSECURE=smtp)';
}

/** Returns an error for each of these variables that isn't set. */
export function unsetErrors(env: Environment, variables: readonly string[]): SettingError[] {
  return variables
    .filter((variable) => env[variable] === undefined)
    .map((variable) => ({ variable, message: 'is not set' }));
}

/** Returns an error for each group of variables of which some are set and some aren't. */
export function groupErrors(env: Environment): SettingError[] {
  return Object.entries(GROUPS).flatMap(([what, variables]) => {
    const missing = variables.filter((name) => env[name] === undefined);
    return missing.length === 0 || missing.length === variables.length
      ? []
      : [
          {
            variable: missing.join(' and '),
            message: `must be set, too: ${what} needs all of ${variables.join(', ')}`,
          },
        ];
  });
}

function error(variable: string, message: string | null): SettingError[] {
  return message === null ? [] : [{ variable, message }];
}

function secretError(text = ''): string | null {
  if (text === '') return null;
  const secrets = text.split(',').map((secret) => secret.trim());
  if (secrets.some((secret) => EXAMPLE_SECRETS.has(secret))) {
    return 'is an example from the documentation: choose your own';
  }
  if (secrets.some((secret) => secret.length < SECRET_MIN)) {
    return `must have at least ${SECRET_MIN} characters`;
  }
  return secrets.some(isTrivial) ? 'is too easy to guess: use random characters' : null;
}

/** Returns whether a secret has few distinct characters, a repeated piece, or a sequence like abcdef. */
function isTrivial(secret: string): boolean {
  if (new Set(secret).size < SECRET_CHARACTERS_MIN) return true;
  if (/^(.+?)\1+.{0,15}$/s.test(secret)) return true;
  const codes = Array.from(secret, (character) => character.charCodeAt(0));
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  return steps.filter((step) => Math.abs(step) <= 1).length > steps.length / 2;
}

function proxyError(trust = ''): string | null {
  return NO_PROXY.has(trust)
    ? 'must be the number of proxies in front of the server, or their addresses'
    : null;
}

function urlError(url = ''): string | null {
  return isEncrypted(url) ? null : 'must begin with https:// (session cookies are only sent over https)';
}
