import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import {
  judge,
  makeMarkedLists,
  markOf,
  type MarkedList,
  saveMarked,
} from '#tests/bench/support/marked-lists.server.ts';
import { startMailWorker, waitForSent } from '#tests/bench/support/mail-worker.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { type CountingSink, startCountingSink } from '#tests/support/counting-sink.ts';

const EMAILS = 1_000;
const LISTS = 6;
const KILL_AT_EMAILS = 300;
const AFTER_KILL_MS = 5_000;
const POLL_MS = 5;
/** The worker's connections to the mail server. Each may repeat one email after a kill. */
const CONNECTIONS = 4;

interface Served {
  requests: number;
  lost: number;
}

/** R20: two servers and two workers on one database. One of each is killed while lists are saved and emails sent. */
export async function twoOfEachTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const databaseUrl = await stage.makeDatabase();
    const env = { OUTBOX_WORKER: 'off' };
    const killed = await keep(openBenchApp(databaseUrl, { env }));
    const other = await keep(openBenchApp(databaseUrl, { env }));
    const sink = await startCountingSink();
    await keep(Promise.resolve({ close: () => sink.stop() }));
    const lists = await makeMarkedLists(other, LISTS);
    const { id } = await makeDelivery(other.orm, { createdAt: new Date(), emails: deliveryEmails(EMAILS) });
    const workers = [
      await startMailWorker(databaseUrl, sink.url),
      await startMailWorker(databaseUrl, sink.url),
    ];
    await keep(
      Promise.resolve({
        close: async () => {
          await workers[1]?.close();
        },
      }),
    );

    let isOver = false;
    const isDone = () => isOver;
    const lost = load(killed, lists.slice(0, LISTS / 2), isDone);
    const served = load(other, lists.slice(LISTS / 2), isDone);
    while (sink.messages.size < KILL_AT_EMAILS) await sleep(POLL_MS);
    await Promise.all([killed.server.kill(), workers[0]?.kill()]);
    const inHand = await inHandsOf(other, workers[0]?.pid ?? 0);
    await sleep(AFTER_KILL_MS);
    isOver = true;
    await lost;
    tellServed(report, await served);
    const verdicts = await Promise.all(lists.map((list) => judge(other, list)));
    const broken = verdicts.filter(({ isMixed, isLost }) => isMixed || isLost).length;
    report.add(countFigure('R20', 'lists of either server that are a mix, or lost', 'lists', broken));
    await waitForSent(other.orm, id, EMAILS);
    await tellEmails(report, other, sink, inHand);
  });
}

function tellServed(report: Report, { requests, lost }: Served): void {
  report.add(
    plainFigure('R20', 'requests of the server that was not killed', 'requests', [requests], {
      atLeast: 100,
    }),
  );
  report.add(countFigure('R20', 'of these lost', 'requests', lost));
}

async function tellEmails(
  report: Report,
  app: BenchApp,
  { messages, count }: CountingSink,
  inHand: ReadonlySet<string>,
): Promise<void> {
  const rows = await app.rows<{ to: string; id: string }>(
    'select to_address as "to", message_id as id from outbox_mail',
  );
  const timesCome = (to: string) => messages.get(to)?.length ?? 0;
  const add = (what: string, found: number, atMost = 0) =>
    report.add(
      countFigure('R20', `${EMAILS} emails, one of two workers killed: ${what}`, 'emails', found, { atMost }),
    );
  add('lost', rows.filter(({ to }) => timesCome(to) === 0).length);
  add(
    'doubled, but for those in flight at the kill',
    rows.filter(({ to }) => timesCome(to) > 1 && !inHand.has(to)).length,
  );
  add('repeated of those in flight', count - messages.size, CONNECTIONS);
  const strange = rows.filter(({ to, id }) => messages.get(to)?.some((came) => came !== id) === true);
  add('with another Message-ID', strange.length);
}

/** Saves and reads lists through one server, in parallel, until `isOver`. Counts requests that failed as lost. */
async function load(app: BenchApp, lists: readonly MarkedList[], isOver: () => boolean): Promise<Served> {
  const served: Served = { requests: 0, lost: 0 };
  const lane = async (list: MarkedList) => {
    const client = await app.callerOf(list.counselorId);
    for (let round = 0; !isOver(); round += 1) {
      const isSaved = await saveMarked(client, list, markOf(round));
      const read = await client.send('GET', `/api/designations/${list.id}`).catch(() => null);
      served.requests += 2;
      served.lost += Number(!isSaved) + Number(read?.status !== 200);
      if (!isSaved) await sleep(POLL_MS);
    }
  };
  await Promise.all(lists.map(lane));
  return served;
}

/** The emails the killed worker had claimed. Other workers can't claim them for a minute. */
async function inHandsOf(app: BenchApp, pid: number): Promise<ReadonlySet<string>> {
  const rows = await app.rows<{ to: string }>(
    `select to_address as "to" from outbox_mail where state = 'SENDING' and claimed_by like ?`,
    [`%-${pid}-%`],
  );
  return new Set(rows.map(({ to }) => to));
}
