import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import { CodeSender } from '#app/domain/auth/code-sender.server.ts';
import type { Mailer } from '#app/domain/ctx.server.ts';
import { minuteJob } from '#app/domain/minute-job.server.ts';
import { designationCheckJob } from '#app/domain/warnings/check-designations.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { oldEmailsJob } from './delete-old-emails.server.ts';
import { DirectMailer } from './direct-mailer.server.ts';
import { openMailTransport } from './mail-transport.server.ts';
import { OutboxWorker } from './outbox-worker.server.ts';

export interface MailSystemParts {
  readonly settings: Settings;
  readonly orm: Orm;
  readonly log: Log;
  readonly now: () => Date;
  /** Nothing is sent from the outbox before this settles, because `now` isn't reliable until then. */
  readonly ready?: Promise<void>;
  /** How long closing waits for emails in progress; 5 s by default. */
  readonly closeMs?: number;
}

/** A server process's email delivery: sign-in codes are sent directly, everything else through the outbox. */
export interface MailSystem {
  readonly mailer: Mailer;
  /** When this process last checked for due reminders; null if it hasn't. */
  remindersRanAt(): Date | null;
  /** Stops sending, waits a few seconds for emails in progress, then closes their connections. */
  close(): Promise<void>;
}

const OUTBOX_CONNECTIONS = 4;
/** More than the connections, so that none is idle while a task waits for the database. */
const OUTBOX_CONCURRENCY = 8;
const DIRECT_CONNECTIONS = 2;
const CLOSE_MS = 5_000;

/** Starts email delivery. Sign-in codes have their own connections, so they don't wait behind a large send. */
export function openMailSystem(parts: MailSystemParts): MailSystem {
  const { settings, orm, log, now, ready, closeMs = CLOSE_MS } = parts;
  let isDelivering = false;
  let isClosed = false;
  const outboxTransport = openMailTransport(settings, { connections: OUTBOX_CONNECTIONS, now });
  const directTransport = openMailTransport(settings, { connections: DIRECT_CONNECTIONS, now });
  const direct = new DirectMailer(directTransport, log);
  const outbox = new OutboxWorker({
    ...{ settings, orm, log, now },
    transport: outboxTransport,
    concurrency: OUTBOX_CONCURRENCY,
  });
  const mailer: Mailer = {
    sendSoon: (email) => direct.sendSoon(email),
    sendCodesAt: (at) => codes.wakeAt(at),
    sendNow: (email) => direct.sendNow(email),
    wakeOutbox: () => {
      if (isDelivering) outbox.wake();
    },
  };
  const services = { settings, orm, log, now, mailer };
  const codes = new CodeSender(services);
  let remindersRanAt: Date | null = null;
  const reminders = minuteJob(services, (at) => (remindersRanAt = at));
  const checks = designationCheckJob(services);
  const oldEmails = oldEmailsJob(services);
  const deliver = () => {
    if (isClosed) return;
    codes.start();
    if (!settings.outboxWorker) return;
    isDelivering = true;
    outbox.start();
    outbox.wake();
    reminders.start();
    checks.start();
    oldEmails.start();
  };
  if (ready === undefined) deliver();
  else void ready.then(deliver);
  return {
    mailer,
    remindersRanAt: () => remindersRanAt,
    close: async () => {
      isClosed = true;
      const ended = Promise.all([
        checks.stop(),
        oldEmails.stop(),
        reminders.stop(),
        outbox.stop(),
        codes.stop().then(() => direct.stop()),
      ]);
      await Promise.race([ended, sleep(closeMs, undefined, { ref: false })]);
      outboxTransport.close();
      directTransport.close();
      await ended;
    },
  };
}
