import { createPrivateKey } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';

export interface ProgramLink {
  readonly label: string;
  readonly url: string;
}

/** Parses `Label=https://…` pairs separated by `;`. Null for any other format. */
export function parseProgramLinks(text: string): ProgramLink[] | null {
  const links: ProgramLink[] = [];
  for (const pair of text.split(';').map((part) => part.trim())) {
    if (pair === '') continue;
    const match = /^([^=]+)=(https?:\/\/\S+)$/.exec(pair);
    if (match?.[1] === undefined || match[2] === undefined) return null;
    links.push({ label: match[1].trim(), url: match[2] });
  }
  return links;
}

/** Null if only an address is given. */
export interface Sender {
  readonly name: string | null;
  readonly address: string;
}

/** Parses an address, `Scholars <scholars@example.org>` or `"Scholars, Office" <…>`; null for other formats. */
export function parseSender(text: string): Sender | null {
  const [, quoted, plain, inAngles] =
    /^\s*(?:"([^"\p{Cc}]*)"|([^"<>\p{Cc}]*))\s*<([^<>\s]+)>\s*$/u.exec(text) ?? [];
  if (inAngles === undefined) return /[<>"\s]/.test(text) ? null : { name: null, address: text };
  const name = (quoted ?? plain ?? '').trim();
  return { name: name === '' ? null : name, address: inAngles };
}

/** Returns whether this is a time zone name like America/Anchorage. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const RSA_BITS_MIN = 2048;

/** Returns whether this is a PEM key for DKIM: RSA, which mail servers verify, with at least 2048 bits. */
export function isSigningKey(key: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(key);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN;
  } catch {
    return false;
  }
}

/** Parses Express's 'trust proxy' setting: off, a number of proxies, or addresses. */
export function parseTrustProxy(text: string): false | number | string {
  if (text === 'off' || text === 'false') return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}

const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const PROXIES_MAX = 10;

/** Returns whether Express accepts this setting, with at most 10 proxies. */
export function isTrustProxy(trust: false | number | string): boolean {
  if (typeof trust === 'number') return trust <= PROXIES_MAX;
  return trust === false || trust.split(',').every((part) => isProxyAddress(part.trim()));
}

function isProxyAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  return (
    PROXY_NAMES.has(text) ||
    (isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits)) && rest.length === 0)
  );
}

const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'];
const CERTIFICATE_PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey'];

/** Returns what is wrong with a database URL, without quoting it because of the password. Null if it's valid. */
export function databaseUrlError(text: string): string | null {
  const url = readableUrl(text);
  if (url === null) {
    return 'must look like postgresql://user:password@host:5432/database; percent-encode special characters in the password, such as %40 for @';
  }
  if (url.pathname.length < 2) return "must end with the database's name, like postgresql://host/laurel";
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !TLS_MODES.includes(mode))
    return `must have one of these values for sslmode: ${TLS_MODES.join(', ')}`;
  const unreadable = CERTIFICATE_PARAMETERS.find((name) => !isReadableFile(url.searchParams.get(name)));
  return unreadable === undefined ? null : `names a file in ${unreadable} that can't be read`;
}

/** Parses a URL; null if it isn't one or has invalid percent-encoding. */
function readableUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    for (const part of [url.hostname, url.username, url.password, url.pathname]) decodeURIComponent(part);
    return url;
  } catch {
    return null;
  }
}

function isReadableFile(file: string | null): boolean {
  if (file === null || file === 'system') return true;
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the secrets in a list separated by commas. */
export function parseSecrets(text: string): string[] {
  return text
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
}
