import { createTransport } from 'nodemailer';

/** What a mail server answered that was asked without sending. */
export type MailServerAnswer = 'encrypted' | 'not encrypted';

/**
 * Connects to the mail server, encrypts where it can, signs in where the URL names a user, and goes. Rejects with nodemailer's error, whose
 * `code` tells what failed.
 *
 * @param timeoutMs how long each step may take
 */
export async function checkMailServer(smtpUrl: string, timeoutMs: number): Promise<MailServerAnswer> {
  try {
    await ask(smtpUrl, timeoutMs, true);
    return 'encrypted';
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ETLS')) throw error;
  }
  await ask(smtpUrl, timeoutMs, false);
  return 'not encrypted';
}

async function ask(smtpUrl: string, timeoutMs: number, requireTLS: boolean): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS,
    forceAuth: new URL(smtpUrl).username !== '',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
