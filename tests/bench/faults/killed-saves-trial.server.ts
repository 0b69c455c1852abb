import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startPersistentPostgres,
} from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { HttpClient } from '#tests/bench/support/http-client.ts';
import {
  judge,
  makeMarkedLists,
  markOf,
  type MarkedList,
  saveMarked,
} from '#tests/bench/support/marked-lists.server.ts';
import { postgresProcesses, signalAll } from '#tests/bench/support/postgres-processes.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { type Resource, withResources } from '#tests/bench/support/resources.ts';

const LISTS = 6;
const SERVER_KILLS = 10;
const DATABASE_KILLS = 6;
/** The server or database is killed at a random time within this range. */
const [EARLIEST_MS, LATEST_MS] = [200, 1_500];
const PAUSE_MS = 20;
const SERVING_MS = 5_000;

class Outcome {
  mixed = 0;
  lost = 0;
  acknowledged = 0;
  readonly servingMs: number[] = [];
}

/** R10: `kill -9` of the server, and of all PostgreSQL processes, at random times while lists are saved. */
export async function killedSavesTrial(report: Report, stage: Stage): Promise<void> {
  const databaseUrl = await stage.makeDatabase();
  tell(report, `server killed ${SERVER_KILLS} times`, await killServers(databaseUrl));
  tell(report, `database killed ${DATABASE_KILLS} times`, await killDatabases());
}

function tell(report: Report, what: string, { mixed, lost, acknowledged, servingMs }: Outcome): void {
  report.add(countFigure('R10', `${what}: lists that are a mix`, 'lists', mixed));
  report.add(countFigure('R10', `${what}: of ${acknowledged} acknowledged saves lost`, 'saves', lost));
  if (servingMs.length === 0) return;
  report.add(
    plainFigure(
      'R10',
      `${what}: longest until it serves after the database is back, without a restart`,
      'ms',
      [Math.max(...servingMs)],
      {
        atMost: SERVING_MS,
      },
    ),
  );
}

async function killServers(databaseUrl: string): Promise<Outcome> {
  const outcome = new Outcome();
  let lists: MarkedList[] | null = null;
  for (let kill = 0; kill < SERVER_KILLS; kill += 1) {
    await withResources(async (keep) => {
      const app = await keep(openBenchApp(databaseUrl));
      lists ??= await makeMarkedLists(app, LISTS);
      await saveUntil(app, lists, outcome, () => app.server.kill());
      await judgeAll(app, lists, outcome);
    });
  }
  return outcome;
}

async function killDatabases(): Promise<Outcome> {
  const outcome = new Outcome();
  const folder = path.join(tmpdir(), `laurel-killed-${process.pid}`);
  let postgres: EmbeddedPostgres = await startPersistentPostgres({ folder });
  const { port } = postgres;
  const database: Resource = {
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await withResources(async (keep) => {
    await keep(Promise.resolve(database));
    const url = postgres.url();
    await migrateUp(url);
    const app = await keep(openBenchApp(url));
    const lists = await makeMarkedLists(app, LISTS);
    const [first] = lists;
    if (first === undefined) return;
    const reader = await app.callerOf(first.counselorId);
    for (let kill = 0; kill < DATABASE_KILLS; kill += 1) {
      await saveUntil(app, lists, outcome, async () => {
        signalAll(await postgresProcesses(url), 'SIGKILL');
      });
      await postgres.stop();
      postgres = await startPersistentPostgres({ folder, port });
      outcome.servingMs.push(await untilServing(reader, first));
      await judgeAll(app, lists, outcome);
    }
  });
  return outcome;
}

/** Saves all lists in parallel, each one repeatedly, until `kill` runs at a random time. */
async function saveUntil(
  app: BenchApp,
  lists: readonly MarkedList[],
  outcome: Outcome,
  kill: () => Promise<void>,
): Promise<void> {
  let isKilled = false;
  const saving = lists.map(async (list, nth) => {
    const client: HttpClient = await app.callerOf(list.counselorId);
    for (let round = 0; !isKilled; round += 1) {
      const isSaved = await saveMarked(client, list, `${markOf(nth)}${markOf(round)}`);
      if (isSaved) outcome.acknowledged += 1;
      else await sleep(PAUSE_MS);
    }
  });
  await sleep(EARLIEST_MS + Math.random() * (LATEST_MS - EARLIEST_MS));
  await kill();
  isKilled = true;
  await Promise.all(saving);
}

async function untilServing(client: HttpClient, { id }: MarkedList): Promise<number> {
  const begun = performance.now();
  const read = () => client.send('GET', `/api/designations/${id}`).catch(() => null);
  while ((await read())?.status !== 200) await sleep(PAUSE_MS);
  return performance.now() - begun;
}

async function judgeAll(app: BenchApp, lists: readonly MarkedList[], outcome: Outcome): Promise<void> {
  for (const list of lists) {
    const { isMixed, isLost } = await judge(app, list);
    if (isMixed) outcome.mixed += 1;
    if (isLost) outcome.lost += 1;
  }
}
