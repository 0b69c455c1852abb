import { setTimeout as sleep } from 'node:timers/promises';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure } from '#tests/bench/support/figures.ts';
import { type MailWorker, startMailWorker, waitForSent } from '#tests/bench/support/mail-worker.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { type CountingSink, startCountingSink } from '#tests/support/counting-sink.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const EMAILS = 5_000;
const KILLS = 20;
const CONNECTIONS = 4;
const POLL_MS = 5;

interface Trial {
  readonly sink: CountingSink;
  /** The addresses of the emails that the worker had claimed, for each kill. */
  readonly leftBehind: readonly (readonly string[])[];
}

/** R11: `kill -9` of the worker 20 times during 5,000 emails. Its claimed emails are retried after a minute. */
export async function killedWorkerTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const databaseUrl = await stage.makeDatabase();
    const orm = await openOrm(databaseUrl, { poolMax: 1 });
    await keep(Promise.resolve({ close: () => orm.close(true) }));
    const sink = await startCountingSink();
    await keep(Promise.resolve({ close: () => sink.stop() }));
    await tell(report, orm, await sendUnderKills(orm, databaseUrl, sink));
  });
}

async function tell(report: Report, orm: Orm, { sink, leftBehind }: Trial): Promise<void> {
  const emails = await storedRows(orm, OutboxMailEntity, ['toAddress', 'messageId', 'state']);
  const rows = emails.map(({ toAddress: to, messageId: id, state }) => ({ to, id, state }));
  const add = (what: string, count: number, atMost: number) =>
    report.add(
      countFigure('R11', `${EMAILS} emails, ${KILLS} × kill -9: ${what}`, 'emails', count, { atMost }),
    );
  const timesCome = (to: string) => sink.messages.get(to)?.length ?? 0;
  const inHand = new Set(leftBehind.flat());
  add('lost', rows.filter(({ to }) => timesCome(to) === 0).length, 0);
  add('not reported as sent', rows.filter(({ state }) => state !== 'SENT').length, 0);
  const strange = rows.filter(({ to, id }) => sink.messages.get(to)?.some((came) => came !== id) === true);
  add('with another Message-ID', strange.length, 0);
  add('repeated', sink.count - sink.messages.size, KILLS * CONNECTIONS);
  const unexplained = rows.filter(({ to }) => timesCome(to) > 1 && !inHand.has(to));
  add('repeated without having been in flight at a kill', unexplained.length, 0);
  const repeats = leftBehind.map((left) => left.filter((to) => timesCome(to) > 1).length);
  add('repeated after one kill, at most', Math.max(...repeats), CONNECTIONS);
}

async function sendUnderKills(orm: Orm, databaseUrl: string, sink: CountingSink): Promise<Trial> {
  const { id } = await makeDelivery(orm, { createdAt: new Date(), emails: deliveryEmails(EMAILS) });
  const share = EMAILS / (KILLS + 1);
  const leftBehind: string[][] = [];
  while (leftBehind.length < KILLS) {
    const worker = await startMailWorker(databaseUrl, sink.url);
    const count = Math.floor(share * (leftBehind.length + 0.5 + Math.random() / 2));
    while (sink.messages.size < count) await sleep(POLL_MS);
    await worker.kill();
    leftBehind.push(await inHandsOf(orm, worker));
  }
  const last = await startMailWorker(databaseUrl, sink.url);
  await waitForSent(orm, id, EMAILS);
  await last.close();
  return { sink, leftBehind };
}

/** Returns the claimed emails once the worker's connections have closed, because a running statement still commits. */
async function inHandsOf(orm: Orm, worker: MailWorker): Promise<string[]> {
  const em = orm.em.fork();
  const isConnected = () =>
    em.execute<unknown[]>(
      'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  while ((await isConnected()).length > 0) await sleep(POLL_MS);
  const claimedBy = { $like: `%-${worker.pid}-%` };
  const emails = await em.find(OutboxMailEntity, { state: 'SENDING', claimedBy });
  return emails.map(({ toAddress }) => toAddress);
}
