import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { startBuiltCommand } from '#tests/bench/support/built-command.ts';

/** The built `laurel worker` in its own process. */
export interface MailWorker {
  readonly pid: number;
  close(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts a worker with the Node.js options of its systemd service. */
export async function startMailWorker(databaseUrl: string, smtpUrl: string): Promise<MailWorker> {
  const child = startBuiltCommand(
    ['worker'],
    { databaseUrl, smtpUrl },
    {
      env: { LOG_LEVEL: 'info' },
      stdio: ['ignore', 'ignore', 'inherit'],
      nodeOptions: await workerNodeOptions(),
    },
  );
  const ended = once(child, 'exit');
  const endBy = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await ended;
  };
  return { pid: child.pid ?? 0, close: endBy('SIGTERM'), kill: endBy('SIGKILL') };
}

/** @throws {Error} if the service no longer starts `node … cli/bin.js worker` */
async function workerNodeOptions(): Promise<string[]> {
  const service = await readFile('app/docs/deploy/laurel-worker.service', 'utf8');
  const options = /^ExecStart=\S+\/node (.*)\/srv\/laurel\/cli\/bin\.js worker$/m.exec(service)?.[1];
  if (options === undefined) throw new Error("The worker's service has no command to start it.");
  return options.split(' ').filter((option) => option !== '');
}

const POLL_MS = 50;

/** Waits until this many emails of a delivery have been sent. */
export async function waitForSent(orm: Orm, deliveryId: string, count: number): Promise<void> {
  for (;;) {
    const sent = await orm.em.fork().count(OutboxMailEntity, { delivery: deliveryId, state: 'SENT' });
    if (sent >= count) return;
    await sleep(POLL_MS);
  }
}

/** Emails sent per second, from a delivery's first to its last. */
export async function sendingRate(orm: Orm, deliveryId: string): Promise<number> {
  const [row] = await orm.em.fork().execute<{ emails: number; seconds: number }[]>(
    `select count(*)::int - 1 as emails, extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds
       from outbox_mail where delivery_id = ? and state = 'SENT'`,
    [deliveryId],
  );
  return (row?.emails ?? 0) / (row?.seconds ?? 1);
}
