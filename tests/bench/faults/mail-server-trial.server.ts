import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure } from '#tests/bench/support/figures.ts';
import { startMailWorker } from '#tests/bench/support/mail-worker.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { type SinkBehavior, startSmtpSink } from '#tests/support/smtp-sink.ts';

/** Behavior per group of recipients. The number of emails differs, because a hanging server is slow. */
const GROUPS: Readonly<Record<string, { readonly emails: number; readonly behavior: SinkBehavior }>> = {
  accepted: { emails: 20, behavior: { kind: 'accept' } },
  deferred: { emails: 20, behavior: { kind: 'defer', code: 451, message: '4.7.1 Greylisted' } },
  unknown: { emails: 20, behavior: { kind: 'refuse', code: 550, message: '5.1.1 No such mailbox' } },
  refused: { emails: 20, behavior: { kind: 'refuse', code: 554, message: '5.7.1 Not wanted here' } },
  hung: { emails: 4, behavior: { kind: 'hang' } },
  closed: { emails: 8, behavior: { kind: 'close' } },
};
/** The server is first unreachable, then behaves per group until every email was attempted, then accepts everything. */
const AWAY_MS = 5_000;
const TRIED_MS = 180_000;
const DELIVERED_MS = 240_000;
const POLL_MS = 200;
const FINAL: Readonly<Record<string, string>> = {
  unknown: '5.1.1 No such mailbox',
  refused: '5.7.1 Not wanted here',
};

interface Row {
  readonly to: string;
  readonly state: string;
  readonly attempts: number;
  readonly response: string | null;
}

/** R13: a mail server that is unreachable, defers, refuses, hangs, or disconnects. Checks each email's final state. */
export async function mailServerTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const databaseUrl = await stage.makeDatabase();
    const orm = await openOrm(databaseUrl, { poolMax: 2 });
    await keep(Promise.resolve({ close: () => orm.close(true) }));
    const sink = await startSmtpSink();
    await keep(Promise.resolve({ close: () => sink.stop() }));
    const list = await keep(openGatedPort(sink.port));
    sink.behave((to) => GROUPS[groupOf(to)]?.behavior ?? { kind: 'accept' });
    const emails = Object.entries(GROUPS).flatMap(([group, { emails: count }]) =>
      Array.from({ length: count }, (_, nth) => ({ to: `${group}${nth}@x.example.org` })),
    );
    await makeDelivery(orm, { createdAt: new Date(), emails });
    await keep(startMailWorker(databaseUrl, list.url));

    await sleep(AWAY_MS);
    const away = await readRows(orm);
    list.open();
    const isTried = ({ to, response }: Row) =>
      groupOf(to) === 'accepted' || responsesOf(to).some((expected) => response?.includes(expected) === true);
    const tried = await waitFor(orm, TRIED_MS, isTried);
    sink.behave({ kind: 'accept' });
    const isOver = ({ to, state }: Row) => groupOf(to) in FINAL || state === 'SENT';
    const ended = await waitFor(orm, DELIVERED_MS, isOver);

    const add = (what: string, rows: readonly unknown[]) =>
      report.add(countFigure('R13', `${emails.length} emails: ${what}`, 'emails', rows.length));
    add(
      'called sent or failed while the server was away',
      away.filter(({ state }) => !['QUEUED', 'SENDING', 'DEFERRED'].includes(state)),
    );
    add(
      'deferred without the server response',
      tried.filter((row) => groupOf(row.to) === 'deferred' && !isTried(row)),
    );
    add(
      'refused and not marked so with the server response',
      ended.filter(({ to, state, response }) => {
        const expected = FINAL[groupOf(to)];
        return (
          expected !== undefined &&
          (!['FAILED', 'BOUNCED'].includes(state) || response?.includes(expected) !== true)
        );
      }),
    );
    add(
      'to be delivered and not sent',
      ended.filter((row) => !isOver(row)),
    );
    const came = (to: string) => sink.emailsTo(to).length;
    add(
      'called sent that did not come',
      ended.filter(({ to, state }) => state === 'SENT' && came(to) === 0),
    );
    add(
      'that came twice',
      ended.filter(({ to }) => came(to) > 1),
    );
    add(
      'that came although they were refused',
      ended.filter(({ to }) => groupOf(to) in FINAL && came(to) > 0),
    );
  });
}

const groupOf = (to: string) => to.replace(/\d+@.*/, '');

/** The server response that an email's row must contain. Empty for hangs and disconnects, which have none. */
function responsesOf(to: string): readonly string[] {
  const behavior = GROUPS[groupOf(to)]?.behavior;
  return behavior !== undefined && 'message' in behavior && behavior.message !== undefined
    ? [behavior.message]
    : [''];
}

async function readRows(orm: Orm): Promise<Row[]> {
  const emails = await orm.em.fork().findAll(OutboxMailEntity, { orderBy: { toAddress: 'asc' } });
  return emails.map(({ toAddress: to, state, attempts, response }) => ({
    ...{ to, state, attempts },
    response: response ?? null,
  }));
}

async function waitFor(orm: Orm, ms: number, isSo: (row: Row) => boolean): Promise<Row[]> {
  const end = Date.now() + ms;
  for (;;) {
    const rows = await readRows(orm);
    if (rows.every(isSo) || Date.now() > end) return rows;
    await sleep(POLL_MS);
  }
}

/** Opens a port that forwards to the mail server. While it is closed, the server is unreachable for the worker. */
async function openGatedPort(port: number) {
  const sockets = new Set<Socket>();
  let isOpen = false;
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => (isOpen = true),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
