import { setTimeout as sleep } from 'node:timers/promises';
import { formatNumber } from '#app/lib/text/counted.ts';
import { note } from '#cli/command-output.ts';
import { LARGE_ADMINISTRATOR_ID } from '#db/seeds/large-organization.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { startDownload } from '#tests/bench/support/download.ts';
import { keepMarks } from '#tests/bench/support/download-marks.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient } from '#tests/bench/support/http-client.ts';
import { inRotation } from '#tests/bench/support/in-parallel.ts';
import { LIST_CALLS, LIST_PAGES } from '#tests/bench/support/mixed-load.server.ts';
import {
  closedLoop,
  type Errors,
  type Offer,
  openLoop,
  servedShare,
  sumOf,
  type Tallies,
  tallyLine,
} from '#tests/bench/support/offered-load.ts';
import { memoryOf } from '#tests/bench/support/process-memory.ts';
import { startReference } from '#tests/bench/support/reference-process.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { type Keep, withResources } from '#tests/bench/support/resources.ts';
import { openDraft, type SchoolDraft } from '#tests/bench/support/school-drafts.server.ts';
import { BEHIND_PROXY, fromNetwork, newNetwork } from '#tests/bench/support/sign-in-calls.ts';
import { readSlowly, type SlowRequest, sendSlowly } from '#tests/bench/support/slow-clients.ts';
import { ALL_SCHOOLS, startDesignations } from '#tests/bench/support/started-designations.server.ts';
import { mostFrequent, percentile } from '#tests/bench/support/statistics.ts';

const CAPACITY_SECONDS = 20;
const CLIENTS = 8;
const TIMES = 10;
const SECONDS = 60;
const FULL_EXPORTS = 5;
const SLOW_CLIENTS = 50;
/** A person's browsers: the server runs only a few requests of one session at a time. */
const SESSIONS = 100;
const DRAFTS = 1_000;
const RECOVERY_SECONDS = 15;
const QUIET_SECONDS = 30;
const NAMED = 5;
const BYTES_A_MB = 1024 ** 2;
const METRICS_TOKEN = 'a-token-that-only-this-bench-knows';

const KINDS = ['export', 'list page', 'list by REST', 'sign-in', 'autosave'] as const;
const SHARES: Readonly<Record<(typeof KINDS)[number], number>> = {
  export: 5,
  'list page': 35,
  'list by REST': 30,
  'sign-in': 10,
  autosave: 20,
};

/** Ten times the load that one server can bear, for a minute, with slow clients and full exports. */
export async function overloadBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const { url } = await keep(openBenchDatabase());
    const sink = await keep(startReference('reference-sink.server.ts', url));
    const smtpUrl = sink.url.replace('http:', 'smtp:');
    const env = { ...BEHIND_PROXY, OUTBOX_WORKER: 'off', SMTP_URL: smtpUrl, METRICS_TOKEN };
    const app = await keep(openBenchApp(url, { env }));
    await keep(keepMarks(app));
    const offers = await openOffers(keep, app);
    const errors: Errors = [];
    await closedLoop(offers, { seconds: CAPACITY_SECONDS / 2, clients: CLIENTS }, errors);
    const { perSecond, tallies } = await closedLoop(
      offers,
      { seconds: CAPACITY_SECONDS, clients: CLIENTS },
      errors,
    );
    note(`Capacity with ${CLIENTS} clients: ${Math.round(perSecond)} requests a second.`);
    for (const [kind, tally] of tallies) note(`  ${kind}: ${tallyLine(tally)}`);
    const list = offers.filter(({ kind }) => kind === 'list by REST');
    const normal = await probe(list, CAPACITY_SECONDS / 4);
    const before = await memoryNow(app);

    const overload = await offerTooMuch(app, offers, perSecond * TIMES, errors);
    const recovered = await untilNormal(list, normal);
    await sleep(QUIET_SECONDS * 1000);
    const after = await memoryNow(app);

    note(`p95 of a list before: ${Math.round(normal)} ms. Load, server, and database shared the cores.`);
    // V8 keeps emptied pages for the next objects, so the process stays larger than what it uses.
    note(
      `Resident memory: ${before.resident} MB before, at most ${Math.round(overload.peak)} MB, ${after.resident} MB after.`,
    );
    reportShares(report, overload, errors);
    const within = 'after the load ends, p95 of a list is at most twice that before, within';
    report.add(plainFigure('–', within, 's', [recovered], { atMost: 5 }));
    const what = `memory in use ${QUIET_SECONDS} s after that, above that before`;
    report.add(plainFigure('–', what, 'MB', [after.used - before.used], { atMost: 20 }));
  });
}

/** The requests of schools and administrators, each kind with its sessions. */
async function openOffers(keep: Keep, app: BenchApp): Promise<Offer[]> {
  const { started } = await keep(startDesignations(app, ALL_SCHOOLS));
  const drafts: SchoolDraft[] = [];
  for (const one of started.slice(0, DRAFTS)) drafts.push(await openDraft(app, one));
  const people = await app.rows<{ email: string }>('select email from user_account order by id');
  const exported = await app.rows<{ id: string }>(
    `select d.id from designation d join academic_year y on y.id = d.academic_year_id where y.status = 'ACTIVE'`,
  );
  const anonymous = await app.callerOf(null);
  const sessions: HttpClient[] = [];
  while (sessions.length < SESSIONS) sessions.push(await app.callerOf(LARGE_ADMINISTRATOR_ID));
  const administrator = inRotation(sessions);
  const [page, call, email, one] = [
    inRotation(LIST_PAGES),
    inRotation(LIST_CALLS),
    inRotation(people),
    inRotation(exported),
  ];
  const html = { Accept: 'text/html' };
  const ways: Record<(typeof KINDS)[number], () => Promise<ClientResponse>> = {
    export: () => administrator().send('GET', `/api/designations/download/${one().id}`),
    'list page': () => administrator().send('GET', page(), { headers: html }),
    'list by REST': () => administrator().send('GET', call()),
    'sign-in': () =>
      anonymous.send('POST', '/api/login', {
        body: { email: email().email },
        headers: fromNetwork(newNetwork()),
      }),
    autosave: async () => {
      const draft = drafts.shift();
      if (draft === undefined) throw new Error('Every counselor is waiting for a response.');
      return draft.save().finally(() => drafts.push(draft));
    },
  };
  return KINDS.map((kind) => ({ kind, share: SHARES[kind], send: ways[kind] }));
}

interface Overload {
  readonly tallies: Tallies;
  readonly perSecond: number;
  /** Of the full exports, those that ran to the end or were aborted by us. */
  readonly exportsRunning: number;
  readonly slowAnswered: number;
  readonly slow: number;
  readonly peak: number;
}

async function offerTooMuch(
  app: BenchApp,
  offers: readonly Offer[],
  perSecond: number,
  errors: Errors,
): Promise<Overload> {
  const cookie = await app.cookieOf(LARGE_ADMINISTRATOR_ID);
  const { url, pid } = app.server;
  const downloads = Array.from({ length: FULL_EXPORTS }, () =>
    startDownload(`${url}/api/designations/download`, cookie),
  );
  let cut = 0;
  let isOver = false;
  for (const { done } of downloads) done.catch(() => (cut += isOver ? 0 : 1));
  const begun = await Promise.all(downloads.map((download) => download.begun));
  const slow: Promise<boolean>[] = [];
  for (let nth = 0; nth < SLOW_CLIENTS; nth += 1) {
    const own: SlowRequest = {
      ...{ url, path: '/api/designations?limit=500' },
      cookie: await app.cookieOf(LARGE_ADMINISTRATOR_ID),
    };
    slow.push(readSlowly(own), sendSlowly(own));
  }
  let peak = 0;
  const watch = setInterval(() => {
    void memoryOf(pid).then((memory) => (peak = Math.max(peak, memory ?? 0)));
  }, 500);
  const onEnd = () => {
    isOver = true;
    for (const download of downloads) download.abort();
  };
  const tallies = await openLoop(offers, { perSecond, seconds: SECONDS, onEnd }, errors);
  clearInterval(watch);
  const answered = (await Promise.all(slow)).filter((isAnswered) => isAnswered).length;
  return {
    ...{ tallies, perSecond, peak, slow: slow.length, slowAnswered: answered },
    exportsRunning: begun.filter((isRunning) => isRunning).length - cut,
  };
}

/** A server's memory in MB: what its objects and buffers use, and what the process has. */
async function memoryNow({ server }: BenchApp): Promise<{ used: number; resident: number }> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
  const used = valueOf('nodejs_heap_size_used_bytes') + valueOf('nodejs_external_memory_bytes');
  return { used: used / BYTES_A_MB, resident: Math.round((await memoryOf(server.pid)) ?? 0) };
}

/** The p95 of lists that a few clients read for a while. */
async function probe(list: readonly Offer[], seconds: number): Promise<number> {
  const errors: Errors = [];
  const { tallies } = await closedLoop(list, { seconds, clients: 4 }, errors);
  const [tally] = [...tallies.values()];
  const isRefused = sumOf(tallies, 'refused') + errors.length > 0;
  return tally === undefined || tally.ms.length === 0 || isRefused ? Infinity : percentile(tally.ms, 0.95);
}

/** Returns after how many seconds lists take at most twice their normal time again. */
async function untilNormal(list: readonly Offer[], normal: number): Promise<number> {
  const begunAt = performance.now();
  for (let second = 1; second <= RECOVERY_SECONDS; second += 1) {
    if ((await probe(list, 1)) <= 2 * normal) return (performance.now() - begunAt) / 1000;
  }
  return Infinity;
}

function reportShares(report: Report, overload: Overload, errors: Errors): void {
  const { tallies, perSecond, slow, slowAnswered, exportsRunning } = overload;
  for (const [kind, tally] of tallies) note(`  ${kind}: ${tallyLine(tally)}`);
  for (const error of mostFrequent(errors, NAMED)) note(error);
  const shareOf = (kind: (typeof KINDS)[number]) => {
    const tally = tallies.get(kind);
    return tally === undefined ? 0 : servedShare(tally);
  };
  const offered = `${formatNumber(Math.round(perSecond))} requests a second for ${SECONDS} s`;
  const add = (what: string, count: number) =>
    report.add(countFigure('–', `${offered}: ${what}`, 'responses', count));
  add('errors that are no true 503', sumOf(tallies, 'error'));
  add('reset connections', sumOf(tallies, 'broken'));
  add('no response within 30 s', sumOf(tallies, 'hung'));
  add('slow clients without a response', slow - slowAnswered);
  add(`of ${FULL_EXPORTS} full exports that had begun, cut off`, FULL_EXPORTS - exportsRunning);
  report.add(plainFigure('–', 'refused', 'requests', [sumOf(tallies, 'refused')], { atLeast: 1 }));
  const lists = Math.max(shareOf('list page'), shareOf('list by REST'));
  const important = Math.min(shareOf('sign-in'), shareOf('autosave'));
  const percent = (share: number) => [share * 100];
  report.add(
    plainFigure('–', 'exports served, at most as many as lists', '%', percent(shareOf('export')), {
      atMost: lists * 100,
    }),
  );
  report.add(
    plainFigure('–', 'sign-ins and autosaves served, at least as many as lists', '%', percent(important), {
      atLeast: lists * 100,
    }),
  );
}
