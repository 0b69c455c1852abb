import { STUDENT_CSV_HEADERS } from '#app/schemas/student-csv-columns.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchBrowser, signIn, waitForHydration } from '#tests/bench/support/bench-browser.ts';
import { openStage } from '#tests/bench/support/fault-stage.server.ts';
import { plainFigure, type Target } from '#tests/bench/support/figures.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';
import { workbook } from '#tests/support/workbook.ts';

/** 400 kbit/s, and 400 ms until the first byte of each response. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const VISITS = 3;
const SAVED_MS = 20_000;
/** How long someone looks for a file. */
const CHOOSING_MS = 3_000;
const BYTES_A_KB = 1000;
const PHONE = { width: 375, height: 740 };
const TYPED = 'Ann';

/** What a visitor waited for, in ms since the request, and what was loaded until then. */
interface Visit {
  readonly readableMs: number;
  readonly hydratedMs: number;
  readonly requests: number;
  readonly kb: number;
  readonly headersKb: number;
}

/** P20: a counselor's first visits on a slow line, with an empty cache. */
export async function slowLineBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const stage = await keep(openStage());
    const app = await keep(openBenchApp(await stage.makeDatabase()));
    const { browser } = await keep(openBenchBrowser());
    const { id: yearId } = await makeYear(app.orm);
    const inContext = async <Result>(work: (context: BrowserContext) => Promise<Result>) => {
      const context = await browser.newContext({ baseURL: app.server.url, viewport: PHONE });
      try {
        return await work(context);
      } finally {
        await context.close();
      }
    };
    const add = (what: string, unit: string, values: readonly number[], target: Target) =>
      report.add(plainFigure('P20', what, unit, values, target));
    const visits = async <Result>(work: (context: BrowserContext) => Promise<Result>) => {
      const results: Result[] = [];
      while (results.length < VISITS) results.push(await inContext(work));
      return results;
    };

    const { counselorId, step } = await startedScene(app, yearId);
    await inContext((context) => visitDashboard(app, context, counselorId));
    const dashboards = await visits((context) => visitDashboard(app, context, counselorId));
    add(
      'dashboard, readable',
      'ms',
      dashboards.map(({ readableMs }) => readableMs),
      { atMost: 1_000 },
    );
    const known = await visits(async (context) => {
      await visitLogin(context);
      return visitDashboard(app, context, counselorId);
    });
    add(
      'dashboard after the login page, readable',
      'ms',
      known.map(({ readableMs }) => readableMs),
      {
        atMost: 1_000,
      },
    );
    await inContext((context) => visitStudents(app, context, { counselorId, step }));
    const students = await visits(async (context) =>
      visitStudents(app, context, await startedScene(app, yearId)),
    );
    const ofStudents = (pick: (visit: (typeof students)[number]) => number) => students.map(pick);
    add(
      'students step, typed in',
      'ms',
      ofStudents(({ typedMs }) => typedMs),
      { atMost: 3_000 },
    );
    add(
      'students step, hydrated',
      'ms',
      ofStudents(({ hydratedMs }) => hydratedMs),
      { atMost: 4_500 },
    );
    add(
      'students step, what was typed is saved',
      'ms',
      ofStudents(({ savedMs }) => savedMs),
      { atMost: 8_000 },
    );
    add(
      'students step, until hydrated',
      'requests',
      ofStudents(({ requests }) => requests),
      { atMost: 25 },
    );
    add(
      'students step, until hydrated',
      'kB',
      ofStudents(({ kb }) => kb),
      { atMost: 170 },
    );
    add(
      'students step, headers',
      'kB',
      ofStudents(({ headersKb }) => headersKb),
      { atMost: 15 },
    );
    const previews = await visits(async (context) =>
      previewWorkbook(app, context, await startedScene(app, yearId)),
    );
    add('preview of a workbook, 3 s after the dialog opened', 'ms', previews, { atMost: 2_000 });
  });
}

interface Scene {
  readonly counselorId: string;
  /** Path of the students step, without students. */
  readonly step: string;
  readonly school: { readonly id: string };
}

async function startedScene(app: BenchApp, academicYearId: string): Promise<Scene> {
  const school = await makeSchool(app.orm);
  const { user } = await makeCounselor(app.orm, [school.id]);
  await makeDesignation(app.orm, {
    ...{ highSchoolId: school.id, academicYearId, submittedById: user.id, classSize: 200 },
    criteria: 'CUMULATIVE_GPA',
  });
  const step = `/designate/students?school=${school.id}&year=${academicYearId}`;
  return { counselorId: user.id, step, school };
}

async function visitLogin(context: BrowserContext): Promise<void> {
  const page = await slowPage(context);
  await page.goto('/login');
  await waitForHydration(page);
  await page.close();
}

async function visitDashboard(app: BenchApp, context: BrowserContext, userId: string): Promise<Visit> {
  await signIn(app, context, userId);
  const page = await slowPage(context);
  const loaded = await countLoaded(context, page);
  await page.goto('/', { waitUntil: 'commit' });
  const readableMs = await untilPainted(page);
  await waitForHydration(page);
  return { readableMs, hydratedMs: await ageOf(page), ...loaded() };
}

/** Types before the scripts have loaded, and fails unless everything is kept and saved. */
async function visitStudents(
  app: BenchApp,
  context: BrowserContext,
  scene: Pick<Scene, 'counselorId' | 'step'> & Partial<Scene>,
) {
  await signIn(app, context, scene.counselorId);
  const page = await slowPage(context);
  const loaded = await countLoaded(context, page);
  await page.goto(scene.step, { waitUntil: 'commit' });
  const readableMs = await untilPainted(page);
  const field = page.getByLabel('First name');
  await field.pressSequentially(TYPED);
  const typedMs = await ageOf(page);
  await waitForHydration(page);
  const visit = { readableMs, typedMs, hydratedMs: await ageOf(page), ...loaded() };
  await field.pressSequentially('a');
  const { school } = scene;
  const deadline = Date.now() + SAVED_MS;
  while (school !== undefined && (await studentsOf(app.orm, school))[0]?.first !== `${TYPED}a`) {
    if (Date.now() > deadline)
      throw new Error(`Typed text was lost: the form has '${await field.inputValue()}'.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { ...visit, savedMs: await ageOf(page) };
}

/** Returns how long a workbook takes from its choice to its preview, after a while of looking for it, in ms. */
async function previewWorkbook(app: BenchApp, context: BrowserContext, scene: Scene): Promise<number> {
  await signIn(app, context, scene.counselorId);
  const page = await slowPage(context);
  await page.goto(scene.step);
  await waitForHydration(page);
  const rows = [
    [...STUDENT_CSV_HEADERS],
    ...Array.from({ length: 20 }, (_, at) => [`Ann${at}`, '', `Lee${at}`]),
  ];
  const buffer = Buffer.from(workbook([{ name: 'Juniors', rows }]));
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Excel or CSV file').click();
  const dialog = await chooser;
  await page.waitForTimeout(CHOOSING_MS);
  const startedAt = performance.now();
  await dialog.setFiles({ name: 'juniors.xlsx', mimeType: 'application/octet-stream', buffer });
  await page.getByRole('heading', { name: 'Check your students' }).waitFor();
  return performance.now() - startedAt;
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_LINE);
  return page;
}

/** Returns a function that tells what the page has loaded so far. */
async function countLoaded(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let requests = 0;
  let headers = 0;
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) return;
    requests += 1;
    headers += response.encodedDataLength;
    sizes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, (sizes.get(requestId) ?? 0) + encodedDataLength);
  });
  return () => ({
    requests,
    headersKb: headers / BYTES_A_KB,
    kb: [...sizes.values()].reduce((sum, size) => sum + size, 0) / BYTES_A_KB,
  });
}

/** Waits for the first text. Returns its time, in ms since the navigation. */
async function untilPainted(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  return (await painted.jsonValue()) ?? 0;
}

/** Returns the ms since the navigation. */
function ageOf(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}
