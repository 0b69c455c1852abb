import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { Mailer } from '#app/domain/ctx.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { DirectMailer } from './direct-mailer.server.ts';
import { openMailTransport } from './mail-transport.server.ts';
import { OutboxWorker } from './outbox-worker.server.ts';

export interface MailSystemParts {
  readonly settings: Settings;
  readonly orm: Orm;
  readonly log: Log;
  readonly now: () => Date;
}

/** The mail of one server process: sign-in codes at once, everything else from the outbox. */
export interface MailSystem {
  readonly mailer: Mailer;
  /** Takes no more mail, lets what is under way end for some seconds, then cuts it off. */
  close(): Promise<void>;
}

const OUTBOX_LANES = 4;
const DIRECT_CONNECTIONS = 2;
const PATIENCE_MS = 5_000;

/**
 * Opens the mail system and starts its outbox worker. Sign-in codes have connections of their own, so that none waits
 * behind a large send.
 */
export function openMailSystem({ settings, orm, log, now }: MailSystemParts): MailSystem {
  const outboxTransport = openMailTransport(settings, { connections: OUTBOX_LANES, now });
  const directTransport = openMailTransport(settings, { connections: DIRECT_CONNECTIONS, now });
  const direct = new DirectMailer(directTransport, log);
  const outbox = new OutboxWorker({ orm, transport: outboxTransport, log, now, lanes: OUTBOX_LANES });
  outbox.start();
  return {
    mailer: {
      sendSoon: (mail) => direct.sendSoon(mail),
      wakeOutbox: () => outbox.wake(),
    },
    close: async () => {
      const ended = Promise.all([outbox.stop(), direct.stop()]);
      await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
      outboxTransport.close();
      directTransport.close();
      await ended;
    },
  };
}
