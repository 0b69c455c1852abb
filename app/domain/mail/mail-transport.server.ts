import { createTransport } from 'nodemailer';
import type { Settings } from '#app/config/env.server.ts';
import { openLocalMailbox } from './local-mailbox.server.ts';
import { type MailTransport, messageOf } from './outgoing-mail.ts';

export interface TransportOptions {
  /** Connections to the SMTP server at most, one mail each at a time. */
  readonly connections: number;
  readonly now: () => Date;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const MAILS_PER_CONNECTION = 500;

/** Opens the transport that the settings name. Nothing is connected before the first mail. */
export function openMailTransport(settings: Settings, options: TransportOptions): MailTransport {
  return settings.smtpUrl === null
    ? openLocalMailbox(settings, options.now)
    : openSmtpTransport(settings.smtpUrl, settings, options.connections);
}

function openSmtpTransport(smtpUrl: string, settings: Settings, connections: number): MailTransport {
  const pool = createTransport({
    pool: true,
    url: smtpUrl,
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: 1,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    ...(settings.dkim === null ? {} : { dkim: settings.dkim }),
  });
  return {
    send: async (mail, signal) => {
      const sent = await pool.sendMail({ ...messageOf(mail, settings), signal });
      return sent.response;
    },
    close: () => pool.close({ force: true }),
  };
}
