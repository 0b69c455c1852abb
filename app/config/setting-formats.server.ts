import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';

export interface ProgramLink {
  readonly label: string;
  readonly url: string;
}

/** `Label=https://…` pairs separated by `;`; null for anything else. */
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

/** Whether this is the name of a time zone, like America/Anchorage. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether this is a private key in PEM that signs. */
export function isPrivateKey(key: string): boolean {
  try {
    createPrivateKey(key);
    return true;
  } catch {
    return false;
  }
}

/** off, on, a number of proxies, or their addresses: what Express calls 'trust proxy'. */
export function parseTrustProxy(text: string): boolean | number | string {
  if (text === 'off' || text === 'false') return false;
  if (text === 'on' || text === 'true') return true;
  return /^\d+$/.test(text) ? Number(text) : text;
}

const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const PROXIES_MAX = 10;

/** Whether Express would take it. */
export function isTrustProxy(trust: boolean | number | string): boolean {
  if (typeof trust === 'number') return trust <= PROXIES_MAX;
  return typeof trust === 'boolean' || trust.split(',').every((part) => isProxyAddress(part.trim()));
}

function isProxyAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  return (
    PROXY_NAMES.has(text) ||
    (isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits)) && rest.length === 0)
  );
}
