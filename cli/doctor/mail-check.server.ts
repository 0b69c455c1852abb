import type { Settings } from '#app/config/env.server.ts';
import { checkMailServer } from '#app/domain/mail/check-mail-server.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { type Found, ok, warning } from './finding.ts';
import { isNear } from './near-host.ts';

const STEP_TIMEOUT_MS = 5_000;

/** Whether the mail server takes our connection: nothing is sent. */
export async function checkMail({ smtpUrl, mailboxFolder }: Settings): Promise<Found> {
  if (smtpUrl === null) return warning(`SMTP_URL is not set: mail stays in ${mailboxFolder}.`);
  const answer = await checkMailServer(smtpUrl, STEP_TIMEOUT_MS);
  const { hostname, username } = new URL(smtpUrl);
  const signed = username === '' ? '' : ' and signs us in';
  if (answer === 'encrypted') return ok(`${hostname} takes mail, encrypted${signed}.`);
  return isNear(hostname)
    ? ok(`${hostname} takes mail${signed}.`)
    : warning(
        `${hostname} takes mail${signed}, but not encrypted: others can read it and the password on its way.`,
      );
}

/** What went wrong with the mail server, without what it or the URL says. */
export function mailFaultSentence(error: unknown): string {
  switch (isRecord(error) ? String(error['code']) : '') {
    case 'EAUTH':
    case 'ENOAUTH':
      return 'The mail server refuses the user or the password of SMTP_URL.';
    case 'EDNS':
      return 'The mail server of SMTP_URL has no address: check its name.';
    case 'ETLS':
      return "The mail server's certificate is not good: check the name in SMTP_URL, or the certificate.";
    default:
      return isCertificateFault(error)
        ? "The mail server's certificate is not good: check the name in SMTP_URL, or the certificate."
        : 'The mail server cannot be reached: check SMTP_URL, its port, and the firewall.';
  }
}

function isCertificateFault(error: unknown): boolean {
  return error instanceof Error && /certificate|altnames|ssl|tls/i.test(error.message);
}
