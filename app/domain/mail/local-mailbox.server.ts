import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '#app/config/env.server.ts';
import { type MailTransport, messageOf } from './outgoing-mail.ts';

/** A mail in the local mailbox; `id` is its file's name without the ending. */
export interface MailboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: Date | null;
}

const ENDING = '.eml';
const MAIL_ID = /^[\dTZ-]+-[\da-f]{8}$/;

/**
 * Keeps mail as .eml files, named by time, and says on the terminal what came (development and demo; never in
 * production, which refuses to start without an SMTP server).
 */
export function openLocalMailbox(settings: Settings, now: () => Date): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const isShown = settings.mode === 'development' || settings.mode === 'demo';
  return {
    send: async (mail) => {
      const date = now();
      const { message } = await composer.sendMail({ ...messageOf(mail, settings), date });
      await keep(settings.mailboxFolder, date, message as Buffer);
      if (isShown) process.stdout.write(`Mail to ${mail.to}: ${mail.subject}\n`);
      return '250 kept in the local mailbox';
    },
    close: () => composer.close(),
  };
}

/** The newest mails of the mailbox, newest first; empty where none ever came. */
export async function listMailbox(folder: string, limit: number): Promise<MailboxMail[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .filter((id) => MAIL_ID.test(id))
    .sort()
    .reverse()
    .slice(0, limit);
  const mails = await Promise.all(ids.map((id) => findMailboxMail(folder, id)));
  return mails.filter((mail) => mail !== null);
}

/** One mail of the mailbox, or null. */
export async function findMailboxMail(folder: string, id: string): Promise<MailboxMail | null> {
  if (!MAIL_ID.test(id)) return null;
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

/** Under another name first, so that nobody reads half a mail. */
async function keep(folder: string, date: Date, message: Buffer): Promise<void> {
  const id = `${date.toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
  const file = path.join(folder, `${id}${ENDING}`);
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.part`, message);
  await rename(`${file}.part`, file);
}
