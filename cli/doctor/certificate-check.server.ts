import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Settings } from '#app/config/env.server.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { failed, type Found, ok, warning } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Let's Encrypt's certificates are usually renewed 30 days before they expire. */
const SOON_DAYS = 21;
const TIMEOUT_MS = 4_000;
const HTTPS_PORT = 443;
const FILES = ['sslrootcert', 'sslcert'] as const;

type Named = Pick<Settings, 'appUrl' | 'databaseUrl' | 'timeZone'>;

/** Checks when the certificates of APP_URL's server, and those that DATABASE_URL names, expire. */
export async function checkCertificates(settings: Named, now: Date): Promise<Found[]> {
  const found = [
    ...databaseCertificates(settings).map((one) => expiryOf(one, settings, now)),
    ...(settings.appUrl.startsWith('https://') ? [await siteCertificate(settings, now)] : []),
  ];
  return found.length === 0 ? [ok("No certificates to check: APP_URL doesn't use HTTPS.")] : found;
}

interface Expiring {
  readonly what: string;
  readonly validTo: string;
}

async function siteCertificate(settings: Named, now: Date): Promise<Found> {
  const { hostname, port } = new URL(settings.appUrl);
  const validTo = await readExpiry(hostname, port === '' ? HTTPS_PORT : Number(port));
  if (validTo === null) {
    return warning(
      `The certificate for ${hostname} couldn't be checked: this machine can't connect to APP_URL.`,
    );
  }
  return expiryOf({ what: `The certificate for ${hostname}`, validTo }, settings, now);
}

function expiryOf({ what, validTo }: Expiring, { timeZone }: Named, now: Date): Found {
  const expiresAt = new Date(validTo);
  const at = formatInZone(expiresAt.toISOString(), timeZone);
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return failed(`${what} expired on ${at}. Renew it.`);
  if (left < SOON_DAYS * DAY_MS) return warning(`${what} expires on ${at}. Renew it.`);
  return ok(`${what} is valid until ${at}.`);
}

/** Returns the end of the validity, also of an invalid certificate; null if the server can't be reached. */
function readExpiry(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    // Node.js rejects an expired certificate before it could be read. Nothing is sent over this connection.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...name, rejectUnauthorized: false });
    // Also covers the lookup of the host's name, unlike the socket's own timeout.
    const timer = setTimeout(() => end(null), TIMEOUT_MS);
    const end = (validTo: string | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(validTo);
    };
    socket.once('secureConnect', () => end(socket.getPeerX509Certificate()?.validTo ?? null));
    socket.once('error', () => end(null));
  });
}

function databaseCertificates({ databaseUrl }: Named): Expiring[] {
  const { searchParams } = new URL(databaseUrl);
  return FILES.flatMap((parameter) => {
    const file = searchParams.get(parameter) ?? '';
    if (file === '' || file === 'system') return [];
    try {
      const { validTo } = new X509Certificate(readFileSync(file));
      return [{ what: `The certificate in ${file} (${parameter})`, validTo }];
    } catch {
      return [];
    }
  });
}
