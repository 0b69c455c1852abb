import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '#app/config/env.server.ts';
import type { DirectEmail } from '#app/domain/ctx.server.ts';

export interface OutgoingEmail extends DirectEmail {
  /** Set if a repeat must be recognizable as the same email. */
  readonly messageId?: string;
}

export interface MailTransport {
  /** Resolves with the server's response once it accepts the email. Rejects on errors and when `signal` aborts. */
  send(email: OutgoingEmail, signal: AbortSignal): Promise<string>;
  /** Closes the connections, even those that are sending an email. */
  close(): void;
}

export interface TransportOptions {
  readonly connections: number;
  readonly now: () => Date;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const EMAILS_PER_CONNECTION = 500;

/** Opens the SMTP server or, if none is configured, the local mailbox. Connects with the first email. */
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
    maxMessages: EMAILS_PER_CONNECTION,
    maxRequeues: 1,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    ...(settings.dkim === null ? {} : { dkim: settings.dkim }),
  });
  return {
    send: async (email, signal) => {
      const sent = await pool.sendMail({ ...messageOf(email, settings), signal });
      return sent.response;
    },
    close: () => pool.close({ force: true }),
  };
}

function messageOf(email: OutgoingEmail, settings: Settings) {
  return {
    from: { name: email.fromName ?? settings.mailFromName, address: settings.mailFrom },
    to: { name: '', address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: email.messageId,
    attachments: (email.inline ?? []).map(({ content, ...image }) => ({
      ...image,
      content: Buffer.from(content),
      contentDisposition: 'inline' as const,
    })),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** `id` is the file name without its extension. */
export interface MailboxEmail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date | null;
}

const ENDING = '.eml';
const EMAIL_ID = /^[\dTZ-]+-[\da-f]{8}$/;

/** Saves emails as .eml files named by time. Never used in production, which requires an SMTP server. */
export function openLocalMailbox(settings: Settings, now: () => Date): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const isShown = settings.mode === 'development' || settings.mode === 'demo';
  return {
    send: async (email) => {
      const date = now();
      const { message } = await composer.sendMail({ ...messageOf(email, settings), date });
      await saveEmail(settings.mailboxFolder, date, message as Buffer);
      if (isShown) process.stdout.write(`Email to ${email.to}: ${email.subject}\n`);
      return '250 saved in the local mailbox';
    },
    close: () => composer.close(),
  };
}

/** Returns the newest emails of the local mailbox, newest first; none if the folder doesn't exist. */
export async function listMailbox(folder: string, limit: number): Promise<MailboxEmail[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .filter((id) => EMAIL_ID.test(id))
    .sort()
    .reverse()
    .slice(0, limit);
  const emails = await Promise.all(ids.map((id) => findMailboxEmail(folder, id)));
  return emails.filter((email) => email !== null);
}

/** Returns one email of the local mailbox; null if it doesn't exist. */
export async function findMailboxEmail(folder: string, id: string): Promise<MailboxEmail | null> {
  if (!EMAIL_ID.test(id)) return null;
  const message = await readFile(path.join(folder, `${id}${ENDING}`)).catch(() => null);
  if (message === null) return null;
  const { simpleParser } = await import('mailparser');
  const parsed = await simpleParser(message);
  const to = Array.isArray(parsed.to) ? parsed.to : parsed.to === undefined ? [] : [parsed.to];
  return {
    id,
    to: to.map((addresses) => addresses.text).join(', '),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    sentAt: parsed.date ?? null,
  };
}

/** Saves an email, renaming it when complete, so that readers never see partial emails. */
async function saveEmail(folder: string, date: Date, message: Buffer): Promise<void> {
  const id = `${date.toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
  const file = path.join(folder, `${id}${ENDING}`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.part`, message);
  await rename(`${file}.part`, file);
}

export type MailServerResponse = 'encrypted' | 'not encrypted';

/**
 * Connects and signs in without sending, with TLS if the server supports it.
 * Rejects with nodemailer's error, whose `code` says what failed.
 *
 * @param timeoutMs timeout for each step
 */
export async function checkMailServer(smtpUrl: string, timeoutMs: number): Promise<MailServerResponse> {
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
