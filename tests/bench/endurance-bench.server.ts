import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatNumber } from '#app/lib/text/counted.ts';
import { note } from '#cli/command-output.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { keepMarks } from '#tests/bench/support/download-marks.server.ts';
import { comparedFigure, countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import { startMailWorker } from '#tests/bench/support/mail-worker.server.ts';
import { memoryOf } from '#tests/bench/support/process-memory.ts';
import { startReference } from '#tests/bench/support/reference-process.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { type Keep, withResources } from '#tests/bench/support/resources.ts';
import { BEHIND_PROXY } from '#tests/bench/support/sign-in-calls.ts';
import { ALL_SCHOOLS, startDesignations } from '#tests/bench/support/started-designations.server.ts';
import { mostFrequent, percentile, slope } from '#tests/bench/support/statistics.ts';
import type { BenchOptions } from '#tests/bench/support/trial-options.ts';
import {
  type TimedResponse,
  type MixedLoad,
  openMixedLoad,
  type RequestKind,
} from '#tests/bench/support/mixed-load.server.ts';

/** Memory and times are compared with those after this time, or after half of a shorter run. */
const WARM_UP_MINUTES = 5;
const MINUTE_MS = 60_000;
const SAMPLE_MS = 5_000;
/** How many different errors the report prints. */
const NAMED = 10;

/** How many of each kind run side by side on each server, and how often each of them sends a request. */
const LANES: Readonly<Record<RequestKind, { readonly lanes: number; readonly everyMs: number }>> = {
  'sign-in by code': { lanes: 1, everyMs: 2_000 },
  autosave: { lanes: 3, everyMs: 500 },
  'list page': { lanes: 3, everyMs: 500 },
  'list by REST': { lanes: 3, everyMs: 500 },
  'CSV export': { lanes: 1, everyMs: 30_000 },
  'Excel export': { lanes: 1, everyMs: 60_000 },
  'sending email': { lanes: 1, everyMs: 40_000 },
};

interface Run {
  readonly responses: (TimedResponse & { readonly minute: number })[];
  readonly errors: string[];
  /** By process. `x` in minutes, `y` in MB. */
  readonly memory: Map<string, { x: number; y: number }[]>;
}

/** P17: mixed load on two servers and a worker with one database. */
export async function enduranceBench(report: Report, { minutes }: BenchOptions): Promise<void> {
  await withResources(async (keep) => {
    const { url } = await keep(openBenchDatabase());
    const sink = await keep(startReference('reference-sink.server.ts', url));
    const env = { ...BEHIND_PROXY, OUTBOX_WORKER: 'off' };
    const first = await keep(openBenchApp(url, { env }));
    const second = await keep(openBenchApp(url, { env }));
    await keep(keepMarks(first));
    const worker = await keep(startMailWorker(url, sink.url.replace('http:', 'smtp:')));
    const loads = await openLoads(keep, [first, second]);
    const run = await endure({ loads, minutes }, [
      ['the first server', first.server.pid],
      ['the second server', second.server.pid],
      ['the worker', worker.pid],
    ]);
    const [sent] = await first.rows<{ emails: number }>(
      `select count(*)::int as emails from outbox_mail where state = 'SENT'`,
    );
    note(
      `The worker sent ${formatNumber(sent?.emails ?? 0)} emails. Load, servers, and database shared the cores.`,
    );
    reportMemory(report, run, minutes);
    reportTimes(report, run, minutes);
  });
}

async function openLoads(keep: Keep, apps: readonly BenchApp[]): Promise<MixedLoad[]> {
  const [app] = apps;
  if (app === undefined) throw new Error('No server was started.');
  const { started } = await keep(startDesignations(app, ALL_SCHOOLS));
  return Promise.all(
    apps.map((one, nth) =>
      openMixedLoad(one, {
        started: started.filter((_, index) => index % apps.length === nth),
        drafts: LANES.autosave.lanes,
      }),
    ),
  );
}

interface Endured {
  readonly loads: readonly MixedLoad[];
  readonly minutes: number;
}

async function endure({ loads, minutes }: Endured, pids: readonly [string, number][]): Promise<Run> {
  const run: Run = { responses: [], errors: [], memory: new Map(pids.map(([name]) => [name, []])) };
  const isOver = new AbortController();
  setMaxListeners(0, isOver.signal);
  const begunAt = performance.now();
  const minuteOf = () => (performance.now() - begunAt) / MINUTE_MS;
  const paced = async (everyMs: number, act: () => Promise<void>) => {
    await sleep(Math.random() * everyMs, undefined, { signal: isOver.signal }).catch(() => undefined);
    while (!isOver.signal.aborted) {
      const next = performance.now() + everyMs;
      await act();
      const left = Math.max(0, next - performance.now());
      await sleep(left, undefined, { signal: isOver.signal }).catch(() => undefined);
    }
  };
  const lanes = loads.flatMap((load) =>
    (Object.keys(LANES) as RequestKind[]).flatMap((kind) =>
      Array.from({ length: LANES[kind].lanes }, (_, lane) =>
        paced(LANES[kind].everyMs, async () => {
          try {
            for (const response of await load.send(kind, lane)) {
              run.responses.push({ ...response, minute: minuteOf() });
              if (response.status >= 400) run.errors.push(`${kind}: ${response.status} ${response.refusal}`);
            }
          } catch (error) {
            run.errors.push(`${kind}: ${String(error)}`);
          }
        }),
      ),
    ),
  );
  const sampling = paced(SAMPLE_MS, async () => {
    for (const [name, pid] of pids) {
      const memory = await memoryOf(pid);
      if (memory !== null) run.memory.get(name)?.push({ x: minuteOf(), y: memory });
    }
  });
  await sleep(minutes * MINUTE_MS);
  isOver.abort();
  await Promise.all([...lanes, sampling]);
  return run;
}

function warmUpOf(minutes: number): number {
  return Math.min(WARM_UP_MINUTES, minutes / 2);
}

function reportMemory(report: Report, { memory }: Run, minutes: number): void {
  const warmUp = warmUpOf(minutes);
  for (const [name, samples] of memory) {
    const after = samples.filter(({ x }) => x > warmUp);
    if (after.length < 2) {
      note('This system does not tell how much memory a process holds.');
      continue;
    }
    const sizes = after.map(({ y }) => Math.round(y));
    note(`${name}: ${Math.min(...sizes)} to ${Math.max(...sizes)} MB after ${warmUp} minutes`);
    const what = `memory of ${name}, after ${warmUp} of ${minutes} minutes`;
    report.add(plainFigure('P17', what, 'MB a minute', [slope(after)], { atMost: 1 }));
  }
}

function reportTimes(report: Report, { responses, errors }: Run, minutes: number): void {
  const warmUp = warmUpOf(minutes);
  const p99 = (some: Run['responses']) =>
    percentile(
      some.map(({ ms }) => ms),
      0.99,
    );
  for (const error of mostFrequent(errors, NAMED)) note(error);
  for (const kind of Object.keys(LANES) as RequestKind[]) {
    const some = responses.filter((response) => response.kind === kind);
    if (some.length > 0)
      note(`${kind}: ${formatNumber(some.length)} requests, p99 ${Math.round(p99(some))} ms`);
  }
  // How long an export takes depends on the number of its students.
  const short = responses.filter(({ kind }) => !kind.endsWith('export'));
  const all = `${minutes} minutes of mixed load, ${formatNumber(responses.length)} requests`;
  report.add(countFigure('P17', `${all}, errors`, 'errors', errors.length));
  report.add(plainFigure('P17', `${all}, p99 without exports`, 'ms', [p99(short)], { atMost: 500 }));
  const measured = {
    product: [p99(short.filter(({ minute }) => minute > warmUp))],
    reference: [p99(short.filter(({ minute }) => minute <= warmUp))],
  };
  const what = `p99 of the rest, against the first ${warmUp} minutes`;
  report.add(comparedFigure('P17', what, 'ms', measured, { atMost: 1.2 }));
}
