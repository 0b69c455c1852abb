import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatNumber } from '#app/lib/text/counted.ts';
import { note } from '#cli/command-output.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { plainFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse } from '#tests/bench/support/http-client.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import {
  ALL_SCHOOLS,
  type Started,
  startDesignations,
} from '#tests/bench/support/started-designations.server.ts';
import { percentile } from '#tests/bench/support/statistics.ts';
import { submissionOf } from '#tests/bench/support/submission.ts';
import { LARGE_ADMINISTRATOR_ID } from '#db/seeds/large-organization.ts';

const MINUTES = 10;
const STUDENTS = 10;
const ADMINISTRATORS = 50;
/** The interval at which an administrator reloads the list. */
const LOOKED_AT_MS = 5_000;
/** How many errors the report prints. */
const NAMED = 3;

interface Day {
  readonly submitting: number[];
  readonly opening: number[];
  readonly listing: number[];
  readonly errors: string[];
}

/** P15: all schools submit within ten minutes while administrators list designations and the receipts are emailed. */
export async function deadlineBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const database = await keep(openBenchDatabase());
    const app = await keep(openBenchApp(database.url));
    const { started } = await keep(startDesignations(app, ALL_SCHOOLS));
    const day: Day = { submitting: [], opening: [], listing: [], errors: [] };
    const isOver = new AbortController();
    setMaxListeners(ADMINISTRATORS, isOver.signal);
    const administrators = Array.from({ length: ADMINISTRATORS }, (_, nth) =>
      listAgainAndAgain(app, day, { nth, isOver: isOver.signal }),
    );
    await submitAll(app, day, started);
    isOver.abort();
    await Promise.all(administrators);
    tell(report, day, started.length);
  });
}

async function submitAll(app: BenchApp, day: Day, started: readonly Started[]): Promise<void> {
  const everyMs = (MINUTES * 60_000) / started.length;
  const begunAt = performance.now();
  const schools = started.map(async (school, nth) => {
    await sleep(Math.max(0, begunAt + nth * everyMs - performance.now()));
    await submitAsSchool(app, day, school);
  });
  await Promise.all(schools);
}

async function submitAsSchool(
  app: BenchApp,
  day: Day,
  { id, designator_id: userId }: Started,
): Promise<void> {
  const client = await app.clientOf(userId);
  await noted(day, day.opening, () => client.get('/'));
  await noted(day, day.opening, () => client.get(`/api/designations/${id}`));
  await noted(day, day.submitting, () => client.patch(`/api/designations/${id}`, submissionOf(STUDENTS, id)));
  client.close();
}

async function listAgainAndAgain(
  app: BenchApp,
  day: Day,
  { nth, isOver }: { nth: number; isOver: AbortSignal },
): Promise<void> {
  const client = await app.clientOf(LARGE_ADMINISTRATOR_ID);
  await sleep((nth * LOOKED_AT_MS) / ADMINISTRATORS);
  while (!isOver.aborted) {
    await noted(day, day.listing, () => client.get('/designations'));
    await sleep(LOOKED_AT_MS, undefined, { signal: isOver }).catch(() => undefined);
  }
}

async function noted(day: Day, ms: number[], ask: () => Promise<ClientResponse>): Promise<void> {
  try {
    ms.push((await ask()).ms);
  } catch (error) {
    day.errors.push(String(error));
  }
}

function tell(report: Report, { submitting, opening, listing, errors }: Day, schools: number): void {
  const p99 = (what: string, ms: readonly number[]) =>
    report.add(
      plainFigure('P15', `${what}, ${formatNumber(ms.length)} requests, p99`, 'ms', [percentile(ms, 0.99)], {
        atMost: 500,
      }),
    );
  for (const error of errors.slice(0, NAMED)) note(error);
  const submitted = `${formatNumber(schools)} schools submit in ${MINUTES} minutes`;
  p99(submitted, submitting);
  p99('they open dashboard and designation', opening);
  p99(`${ADMINISTRATORS} administrators list`, listing);
  report.add(plainFigure('P15', `${submitted}, errors`, 'errors', [errors.length], { atMost: 0 }));
}
