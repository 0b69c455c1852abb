import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import { CodeClock } from '#app/domain/auth/code-clock.server.ts';
import type { Mailer } from '#app/domain/ctx.server.ts';
import { ReminderClock } from '#app/domain/reminders/reminder-clock.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { DirectMailer } from './direct-mailer.server.ts';
import { openMailTransport } from './mail-transport.server.ts';
import { OutboxWorker } from './outbox-worker.server.ts';

export interface MailSystemParts {
  readonly settings: Settings;
  readonly orm: Orm;
  readonly log: Log;
  readonly now: () => Date;
  /** Before it settles nothing is taken from the outbox: `now` is not to be relied on yet. */
  readonly ready?: Promise<void>;
}

/** The email of one server process: sign-in codes at once, everything else from the outbox. */
export interface MailSystem {
  readonly mailer: Mailer;
  /** Takes no more mail, lets what is under way end for some seconds, then cuts it off. */
  close(): Promise<void>;
}

const OUTBOX_CONNECTIONS = 4;
/** More than connections, so that none of these waits while the database is asked for the next mail. */
const OUTBOX_LANES = 8;
const DIRECT_CONNECTIONS = 2;
const PATIENCE_MS = 5_000;

/**
 * Opens the mail system and starts its outbox worker and the reminders, unless the settings leave that to `laurel worker`. Sign-in codes have
 * connections of their own, so that none waits behind a large send.
 */
export function openMailSystem({ settings, orm, log, now, ready }: MailSystemParts): MailSystem {
  let isDelivering = false;
  let isClosed = false;
  const outboxTransport = openMailTransport(settings, { connections: OUTBOX_CONNECTIONS, now });
  const directTransport = openMailTransport(settings, { connections: DIRECT_CONNECTIONS, now });
  const direct = new DirectMailer(directTransport, log);
  const outbox = new OutboxWorker({
    ...{ settings, orm, log, now },
    transport: outboxTransport,
    lanes: OUTBOX_LANES,
  });
  const mailer: Mailer = {
    sendSoon: (mail) => direct.sendSoon(mail),
    sendCodesAt: (at) => codes.wakeAt(at),
    sendNow: (mail) => direct.sendNow(mail),
    wakeOutbox: () => {
      if (isDelivering) outbox.wake();
    },
  };
  const codes = new CodeClock({ settings, orm, log, now, mailer });
  const reminders = new ReminderClock({ settings, orm, log, now, mailer });
  const deliver = () => {
    if (isClosed) return;
    codes.start();
    if (!settings.outboxWorker) return;
    isDelivering = true;
    outbox.start();
    outbox.wake();
    reminders.start();
  };
  if (ready === undefined) deliver();
  else void ready.then(deliver);
  return {
    mailer,
    close: async () => {
      isClosed = true;
      const ended = Promise.all([reminders.stop(), outbox.stop(), codes.stop().then(() => direct.stop())]);
      await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
      outboxTransport.close();
      directTransport.close();
      await ended;
    },
  };
}
