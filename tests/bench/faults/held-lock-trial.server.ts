import { setTimeout as sleep } from 'node:timers/promises';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient } from '#tests/bench/support/http-client.ts';
import { postgresProcesses, signalAll } from '#tests/bench/support/postgres-processes.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';

/** More than the server has connections. */
const WAITERS = 12;
const LOCK_MS = 8_000;
const FREEZE_MS = 12_000;
const PAUSE_MS = 100;
const ANSWER_MS = 5_000;

const LOCKED = 'Someone else is changing the same data. Try again in a few seconds.';
const NO_RESPONSE = "The database didn't respond in time. Try again in a few seconds.";
const BUSY = 'The server is busy. Try again in a few seconds.';

interface Scene {
  readonly app: BenchApp;
  readonly designationId: string;
  readonly savers: readonly HttpClient[];
  readonly reader: HttpClient;
}

/** R24: a lock held by another transaction, and a PostgreSQL stopped with SIGSTOP. */
export async function heldLockTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const databaseUrl = await stage.makeDatabase();
    const app = await keep(openBenchApp(databaseUrl));
    const scene = await makeScene(app);
    await holdLock(report, scene);
    await freeze(report, scene, databaseUrl);
  });
}

async function holdLock(report: Report, { app, designationId, savers, reader }: Scene): Promise<void> {
  const holder = app.orm.em.fork();
  await holder.begin();
  await lockRow({ em: holder }, DesignationEntity, { id: designationId }, 'update');
  const released = sleep(LOCK_MS).then(() => holder.rollback());
  const until = performance.now() + LOCK_MS;
  const waiting = Promise.all(savers.map((saver, nth) => save(saver, designationId, nth)));
  const others = await repeatUntil(until, () => reader.send('GET', '/api/designations?limit=50'));
  const responses = await waiting;
  await released;
  const freed = await untilOk(() => save(reader, designationId, 0));
  tell(report, `a lock held ${LOCK_MS / 1000} s, ${WAITERS} saves at once`, responses, [
    LOCKED,
    NO_RESPONSE,
    BUSY,
  ]);
  const refused = others.filter(({ status }) => status !== 200).length;
  report.add(
    countFigure('R24', `a lock held: lists of ${others.length} that were refused`, 'lists', refused),
  );
  report.add(plainFigure('R24', 'a lock held: slowest list', 'ms', [slowest(others)], { atMost: ANSWER_MS }));
  report.add(plainFigure('R24', 'saved after the lock was free', 'ms', [freed], { atMost: 1_000 }));
}

async function freeze(
  report: Report,
  { designationId, savers, reader }: Scene,
  databaseUrl: string,
): Promise<void> {
  const processes = await postgresProcesses(databaseUrl);
  const until = performance.now() + FREEZE_MS;
  let lives: ClientResponse[];
  let responses: ClientResponse[];
  let health: ClientResponse;
  signalAll(processes, 'SIGSTOP');
  try {
    [lives, responses, health] = await Promise.all([
      repeatUntil(until, () => reader.send('GET', '/healthz')),
      Promise.all(
        savers.map((saver, nth) =>
          nth % 2 === 0 ? save(saver, designationId, nth) : saver.send('GET', `/api/designations?limit=50`),
        ),
      ),
      reader.send('GET', '/readyz'),
    ]);
  } finally {
    signalAll(processes, 'SIGCONT');
  }
  const thawed = await untilOk(() => reader.send('GET', '/api/designations?limit=50'));
  tell(report, `PostgreSQL stopped ${FREEZE_MS / 1000} s, ${WAITERS} requests at once`, responses, [
    NO_RESPONSE,
    BUSY,
  ]);
  report.add(
    countFigure(
      'R24',
      'PostgreSQL stopped: /readyz other than 503',
      'responses',
      health.status === 503 ? 0 : 1,
    ),
  );
  report.add(
    plainFigure('R24', 'PostgreSQL stopped: slowest /healthz', 'ms', [slowest(lives)], { atMost: 100 }),
  );
  report.add(plainFigure('R24', 'a list after PostgreSQL went on', 'ms', [thawed], { atMost: ANSWER_MS }));
}

function tell(
  report: Report,
  what: string,
  responses: readonly ClientResponse[],
  truths: readonly string[],
): void {
  const isTrue = ({ status, body, headers }: ClientResponse) =>
    status === 503 && headers['retry-after'] !== undefined && truths.some((truth) => body.includes(truth));
  const untrue = responses.filter((response) => !isTrue(response));
  report.add(countFigure('R24', `${what}: no reason in a 503`, 'responses', untrue.length));
  report.add(plainFigure('R24', `${what}: slowest 503`, 'ms', [slowest(responses)], { atMost: ANSWER_MS }));
}

async function makeScene(app: BenchApp): Promise<Scene> {
  const { id: academicYearId } = await makeYear(app.orm);
  const { id: highSchoolId } = await makeSchool(app.orm);
  const { user } = await makeCounselor(app.orm, [highSchoolId]);
  const { id: designationId } = await makeDesignation(app.orm, {
    ...{ highSchoolId, academicYearId, submittedById: user.id, classSize: 20 },
  });
  const admin = await makeAdmin(app.orm);
  const savers = await Promise.all(Array.from({ length: WAITERS }, () => app.callerOf(user.id)));
  const reader = await app.callerOf(admin.id);
  for (const client of [...savers, reader]) await client.send('GET', '/api/designations?limit=1');
  return { app, designationId, savers, reader };
}

function save(client: HttpClient, id: string, nth: number): Promise<ClientResponse> {
  return client.send('PATCH', `/api/designations/${id}`, { body: { classSize: 21 + (nth % 9) } });
}

async function repeatUntil(end: number, ask: () => Promise<ClientResponse>): Promise<ClientResponse[]> {
  const responses: ClientResponse[] = [];
  while (performance.now() < end) {
    responses.push(await ask());
    await sleep(PAUSE_MS);
  }
  return responses;
}

async function untilOk(ask: () => Promise<ClientResponse>): Promise<number> {
  const begun = performance.now();
  while ((await ask()).status !== 200) await sleep(PAUSE_MS);
  return performance.now() - begun;
}

function slowest(responses: readonly ClientResponse[]): number {
  return Math.max(...responses.map(({ ms }) => ms));
}
