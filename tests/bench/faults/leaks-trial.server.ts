import { DECISION_UNDO_SECONDS } from '#app/config/constants.ts';
import type { Page } from 'playwright-core';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchBrowser, signIn, waitForHydration } from '#tests/bench/support/bench-browser.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure } from '#tests/bench/support/figures.ts';
import {
  markedScene,
  type MarkedScene,
  markedStudent,
  marksIn,
} from '#tests/bench/support/marked-students.ts';
import { readRequests } from '#tests/bench/support/read-requests.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, makeStaff, type MadeUser } from '#tests/factories/user-factory.server.ts';

const TYPED_SAVED_MS = 15_000;

/**
 * R18: handles marked students through every path. No mark may leak to the log, a URL, an email, or browser storage.
 */
export async function leaksTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase(), { env: { LOG_LEVEL: 'debug' } }));
    const scene = await markedScene(app);
    await askEverything(app, scene);
    await sendWrong(app, scene);
    await decideAll(app, scene);
    const browsed = await useBrowser(app, scene);
    await waitForEmail(app);
    const log = app.server.output();
    const sent = app.mail.emails.map(({ subject, text, html, parsed }) =>
      [subject, text, html, JSON.stringify(parsed.headerLines)].join('\n'),
    );
    const add = (what: string, texts: readonly string[], atLeast: number) => {
      const hits = texts.filter((text) => marksIn(text).size > 0);
      report.add(countFigure('R18', `students' data in ${texts.length} ${what}`, 'hits', hits.length));
      report.add(countFigure('R18', `${what}: looked at`, 'texts', texts.length, { atLeast }));
    };
    add('lines of the log', log.split('\n'), 100);
    add('addresses', [...browsed.addresses, ...loggedPaths(log)], 50);
    add('emails', sent, 3);
    add("entries of the browser's storage after logout", browsed.after, 1);
    const what = "students in the browser's storage before logout: the search finds them";
    report.add(countFigure('R18', what, 'students', marksIn(browsed.before.join('\n')).size, { atLeast: 1 }));
  });
}

async function askEverything(app: BenchApp, scene: MarkedScene): Promise<void> {
  for (const makeCaller of [scene.makeStaff, scene.makeAdmin]) {
    const { id } = await makeCaller();
    const client = await app.callerOf(id);
    for (const { method, path, sent } of readRequests(scene, id)) await client.send(method, path, sent);
  }
}

async function sendWrong(
  app: BenchApp,
  { designations, year, makeStaff: makeCaller }: MarkedScene,
): Promise<void> {
  const { id, highSchoolId } = designations.started;
  const client = await app.callerOf((await makeCaller()).id);
  const { mark, student } = markedStudent();
  const step = `/designate/students?school=${highSchoolId}&year=${year.id}`;
  const bodies: readonly unknown[] = [
    { classSize: 20, students: [{ ...student, phone: mark, dateOfBirth: mark }] },
    { classSize: 20, students: [{ ...student, [mark]: mark }] },
    { students: mark },
    `{"students": [{"first": "${mark}"`,
    { classSize: 10, students: [{ ...student, id: mark }] },
    { classSize: 10, students: [{ ...student, first: `${mark}\u0000` }] },
  ];
  for (const body of bodies) await client.send('PATCH', `/api/designations/${id}`, { body });
  const fields = { version: '1', 'students[0].first': mark, 'students[0].phone': mark, [mark]: mark };
  for (const intent of ['', 'back', 'import']) {
    await client.send('POST', step, { body: new URLSearchParams({ ...fields, intent }) });
  }
  await client.send('POST', `/designations/${id}`, { body: new URLSearchParams(fields) });
}

async function decideAll(app: BenchApp, { designations, makeAdmin }: MarkedScene): Promise<void> {
  const office = await app.callerOf((await makeAdmin()).id);
  for (const { id } of [designations.pending, designations.returned]) {
    for (const status of ['RETURNED', 'REJECTED', 'APPROVED']) {
      const body = { status, reasons: ['STUDENT_DETAILS'], note: 'Please check.' };
      await office.send('PATCH', `/api/designations/${id}`, { body });
    }
  }
}

interface Browsed {
  readonly addresses: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A counselor types a student, submits, and logs out while another tab has a draft that couldn't be saved. */
async function useBrowser(app: BenchApp, { year }: MarkedScene): Promise<Browsed> {
  const { browser, close } = await openBenchBrowser();
  try {
    const { url } = app.server;
    const context = await browser.newContext({ baseURL: url });
    context.setDefaultTimeout(TYPED_SAVED_MS);
    const addresses: string[] = [];
    context.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''));
    const { user, steps } = await twoDesignations(app, year.id);
    await signIn(app, context, user.id);
    const page = await context.newPage();
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    const { mark, student } = markedStudent();
    await page.goto(steps[0] ?? '');
    await waitForHydration(page);
    await typeStudent(page, student);
    await page.getByRole('button', { name: 'Review', exact: true }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor();
    if (!(await page.content()).includes(mark))
      throw new Error('The review does not show the typed student.');
    await page.goto(steps[1] ?? '');
    await waitForHydration(page);
    await context.setOffline(true);
    await typeStudent(page, markedStudent().student);
    await page.waitForFunction(() => JSON.stringify(window.localStorage).includes('zqm'));
    const before = await storedData(page);
    await context.setOffline(false);
    await logOut(page);
    return { addresses, before, after: await storedData(page) };
  } finally {
    await close();
  }
}

/** Makes two started designations with one student each. Returns their counselor and the URLs of the students steps. */
async function twoDesignations(
  app: BenchApp,
  academicYearId: string,
): Promise<{ user: MadeUser; steps: string[] }> {
  const { user } = await makeCounselor(app.orm, []);
  const steps: string[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const { id: highSchoolId } = await makeSchool(app.orm);
    await makeStaff(app.orm, { highSchoolId, userId: user.id });
    await makeDesignation(app.orm, {
      ...{ highSchoolId, academicYearId, submittedById: user.id, classSize: 10, criteria: 'CUMULATIVE_GPA' },
    });
    steps.push(`/designate/students?school=${highSchoolId}&year=${academicYearId}`);
  }
  return { user, steps };
}

async function typeStudent(page: Page, student: ReturnType<typeof markedStudent>['student']): Promise<void> {
  const { address, first, last, dateOfBirth, phone, email } = student;
  const entries = Object.entries({ first, last, dateOfBirth, phone, email })
    .map(([name, value]): [string, string] => [name, value])
    .concat([
      ['address.address1', address.address1],
      ['address.city', address.city],
      ['address.zip5', address.zip5],
    ]);
  for (const [name, value] of entries) await page.locator(`[name="students[0].${name}"]`).fill(value);
}

async function logOut(page: Page): Promise<void> {
  await page
    .locator('a[href="/logout"], a[href="/api/logout"], form[action$="logout"] button')
    .first()
    .evaluate((element) => {
      (element as HTMLElement).click();
    });
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Log out' });
  await Promise.race([page.waitForURL(/\/login/), question.click().then(() => page.waitForURL(/\/login/))]);
}

async function storedData(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map((cookie) => JSON.stringify(cookie));
  const stored = await page.evaluate(async () => {
    const entries = [window.localStorage, window.sessionStorage].flatMap((storage) =>
      Object.keys(storage).map((key) => `${key} ${storage.getItem(key)}`),
    );
    const databases = (await window.indexedDB.databases()).map(({ name }) => `database ${name}`);
    const caches = (await window.caches.keys()).map((name) => `cache ${name}`);
    return [...entries, ...databases, ...caches, `history ${JSON.stringify(window.history.state)}`];
  });
  return [...cookies, ...stored, `page ${await page.content()}`];
}

function loggedPaths(log: string): string[] {
  return [...log.matchAll(/"(?:path|url)":"([^"]*)"/g)].map(([, path = '']) => path);
}

async function waitForEmail(app: BenchApp): Promise<void> {
  const deadline = Date.now() + (60 + DECISION_UNDO_SECONDS) * 1000;
  while (Date.now() < deadline) {
    const [row] = await app.rows<{ open: number }>(
      `select count(*)::int as open from outbox_mail where state in ('QUEUED', 'SENDING', 'DEFERRED')`,
    );
    if (row?.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The emails did not leave within two minutes.');
}
