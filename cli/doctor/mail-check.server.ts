import type { Settings } from '#app/config/env.server.ts';
import { checkMailServer } from '#app/domain/mail/mail-transport.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { type Found, ok, warning } from './finding.ts';
import { isLocalHost } from '#app/config/local-host.ts';

const STEP_TIMEOUT_MS = 5_000;

/** Matches errors for servers that reject STARTTLS, or respond to a TLS handshake in plain text. */
const NO_TLS =
  /upgrading connection with STARTTLS|required STARTTLS|wrong version number|packet length too long/i;
const CERTIFICATE = /certificate|altnames|ssl|tls/i;

/** Checks that the mail server accepts our connection, without sending an email. */
export async function checkMail({ smtpUrl, mailboxFolder }: Settings): Promise<Found> {
  if (smtpUrl === null) return warning(`SMTP_URL isn't set, so emails stay in ${mailboxFolder}.`);
  const result = await checkMailServer(smtpUrl, STEP_TIMEOUT_MS);
  const { hostname, username } = new URL(smtpUrl);
  const connected = `Connected${username === '' ? '' : ' and signed in'} to ${hostname}`;
  if (result === 'encrypted') return ok(`${connected}, encrypted.`);
  return isLocalHost(hostname)
    ? ok(`${connected}.`)
    : warning(`${connected}, but without encryption, so others can read emails and the password in transit.`);
}

/** Returns a sentence about a mail server error, without the server's response or the URL. */
export function mailErrorSentence(error: unknown): string {
  switch (isRecord(error) ? String(error['code']) : '') {
    case 'EAUTH':
    case 'ENOAUTH':
      return 'The mail server rejected the user name or password in SMTP_URL.';
    case 'EDNS':
      return "Can't find the mail server in SMTP_URL. Check its host name.";
    default:
      if (matchesError(error, NO_TLS)) {
        return "The mail server doesn't support TLS on this port, but SMTP_URL requires it. Turn on TLS there, or check the scheme, port, and requireTLS in SMTP_URL.";
      }
      return matchesError(error, CERTIFICATE)
        ? "The mail server's certificate isn't valid. Check the name in SMTP_URL and the certificate."
        : "Can't reach the mail server. Check SMTP_URL, its port, and the firewall.";
  }
}

function matchesError(error: unknown, pattern: RegExp): boolean {
  return error instanceof Error && pattern.test(error.message);
}
