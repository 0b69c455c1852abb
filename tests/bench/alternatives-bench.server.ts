import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import type { BrowserContext } from 'playwright-core';
import { counted } from '#app/lib/text/counted.ts';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { note } from '#cli/command-output.ts';
import { LARGE_ADMINISTRATOR_ID } from '#db/seeds/large-organization.ts';
import { type Alternative, ALTERNATIVES, type CsvRequest } from '#tests/bench/alternatives/alternatives.ts';
import { startSite } from '#tests/bench/alternatives/start-site.ts';
import { openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchBrowser } from '#tests/bench/support/bench-browser.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { comparedFigure, type Target } from '#tests/bench/support/figures.ts';
import { type HttpClient, openHttpClient } from '#tests/bench/support/http-client.ts';
import { load } from '#tests/bench/support/load.ts';
import { processorTimeOf } from '#tests/bench/support/processor-time.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { type Keep, withResources } from '#tests/bench/support/resources.ts';
import { inTurn, type Measured, p95 } from '#tests/bench/support/statistics.ts';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';

const ROWS = 50;
const CLIENTS = 8;
const REQUESTS = 40;
const WARM_UP = 160;
const TIMES_FASTER = { atLeast: 4 };
const SHARE_OF_TIME = { atMost: 1 / 4 };
const COPY = 'laurel_bench_alternatives';

/** A year's students with their designations. AdminJS exports whole tables only, so it exports this one. */
const YEAR_LINES = `
  create table student_line as
  select s.id, d.id as designation_id, y.year, h.name as school_name, h.banner_code, h.salesforce_id, d.class_size, d.criteria,
         d.criteria_comment, d.status, u.first_name || ' ' || u.last_name as submitted_by, u.email as submitted_by_email,
         d.updated_at, d.downloaded_at, s.first, s.middle, s.last, s.preferred, s.date_of_birth, s.twin, s.phone,
         s.email, s.parent_email, s.address_address1, s.address_address2, s.address_city, s.address_state,
         s.address_zip5, s.address_zip4, s.address_status
    from student s join designation d on d.id = s.designation_id join high_school h on h.id = d.high_school_id
    join academic_year y on y.id = d.academic_year_id join user_account u on u.id = d.submitted_by_id
   where y.status = 'ACTIVE'`;

/** Laurel or an alternative, with a signed-in administrator. */
interface Contender extends Pick<Alternative, 'list' | 'row' | 'screen' | 'isData'> {
  /** With its version. */
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly cookie: string;
  readonly client: HttpClient;
  readonly csv: CsvRequest;
}

/** P19: the designations list and a year's CSV, compared with what people might use instead of Laurel. */
export async function alternativesBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const database = await keep(openBenchDatabase());
    const copy = await keep(copyDatabase(database.url));
    const [year] = await queryRows<{ year_id: string; students: number }>(
      copy.url,
      `select (select id from academic_year where status = 'ACTIVE') as year_id,
              (select count(*)::int from student_line) as students`,
    );
    const { year_id: yearId = '', students = 0 } = year ?? {};
    const laurel = await openLaurel(keep, copy.url, yearId);
    const others: Contender[] = [];
    for (const alternative of ALTERNATIVES) {
      const { name, version } = alternative;
      if (version === null) note(`${name} isn't installed (app/docs/benchmarks.md), so it isn't compared.`);
      else others.push(await openAlternative(keep, alternative, copy.url, yearId));
    }
    const browser = await keep(openBenchBrowser());
    const json = {
      ...laurel,
      name: "Laurel's JSON",
      list: '/api/designations?limit=50&sort=updatedAt&direction=desc',
      row: /"criteria":/g,
    };
    const all = [laurel, json, ...others];
    const each = (measured: readonly Contender[], measure: (contender: Contender) => Promise<number>) =>
      inTurn(Object.fromEntries(measured.map((contender) => [contender.name, () => measure(contender)])));
    const compare = (what: string, unit: string, measured: Measured<string>, target: Target) => {
      for (const { name, isData } of others) {
        const reference = measured[name];
        for (const product of isData ? [laurel, json] : [laurel]) {
          const values = measured[product.name];
          if (reference === undefined || values === undefined) continue;
          const pair = { product: values, reference };
          report.add(comparedFigure('P19', `${what}: ${product.name} beside ${name}`, unit, pair, target));
        }
      }
    };

    for (const contender of all) await checkList(contender);
    for (const clients of [1, CLIENTS]) {
      const slowest = Object.fromEntries(all.map(({ name }) => [name, [] as number[]]));
      const processor = Object.fromEntries(all.map(({ name }) => [name, [] as number[]]));
      const rates = await each(all, async ({ name, client, pid, list }) => {
        const before = await processorTimeOf(pid);
        const loaded = await load(() => client.send('GET', list), { requests: REQUESTS, clients });
        slowest[name]?.push(p95(loaded.ms));
        processor[name]?.push(((await processorTimeOf(pid)) - before) / REQUESTS);
        return loaded.perSecond;
      });
      const what = `list, ${counted(clients, 'client')}`;
      compare(what, 'requests/s', rates, TIMES_FASTER);
      compare(`${what}, p95`, 'ms', slowest, SHARE_OF_TIME);
      compare(`${what}, processor time of a request`, 'ms', processor, SHARE_OF_TIME);
    }
    compare(
      `CSV of ${students.toLocaleString('en-US')} students`,
      'students/s',
      await each(
        [laurel, ...others],
        async (contender) => (students * 1000) / (await csvMs(contender, students)),
      ),
      TIMES_FASTER,
    );
    const context = await browser.browser.newContext();
    const withScreen = [laurel, ...others].filter(({ screen }) => screen !== null);
    for (const { cookie, url } of withScreen) await context.addCookies(cookiesFor(cookie, url));
    compare(
      'list, until its rows are visible in Chromium',
      'ms',
      await each(withScreen, visibleMs(context)),
      SHARE_OF_TIME,
    );
    note(`Load ${loadavg()[0]?.toFixed(1) ?? ''} after.`);
  });
}

async function copyDatabase(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const copy = new URL(url);
  const drop = `drop database if exists ${COPY} with (force)`;
  const maintenance = new URL('/postgres', url).href;
  await runStatements(maintenance, [drop, `create database ${COPY} template "${copy.pathname.slice(1)}"`]);
  copy.pathname = `/${COPY}`;
  await runStatements(copy.href, [
    YEAR_LINES,
    'alter table student_line add primary key (id)',
    'create table adminjs_session (sid varchar primary key, sess json not null, expire timestamp not null)',
    'vacuum analyze',
  ]);
  return { url: copy.href, close: () => runStatements(maintenance, [drop]) };
}

async function openLaurel(keep: Keep, databaseUrl: string, yearId: string): Promise<Contender> {
  const app = await keep(openBenchApp(databaseUrl));
  const list = '/designations?academicYearId=all&sort=updatedAt&direction=desc';
  return {
    name: 'Laurel',
    url: app.server.url,
    pid: app.server.pid,
    cookie: await app.cookieOf(LARGE_ADMINISTRATOR_ID),
    client: await app.callerOf(LARGE_ADMINISTRATOR_ID),
    list,
    row: /name="selected"/g,
    isData: false,
    screen: { path: list, row: 'main tbody tr' },
    csv: { method: 'GET', path: `/api/designations/download/year/${yearId}` },
  };
}

async function openAlternative(
  keep: Keep,
  alternative: Alternative,
  databaseUrl: string,
  yearId: string,
): Promise<Contender> {
  const { name, version, list, row, screen, isData } = alternative;
  const port = await findFreePort();
  const password = randomBytes(16).toString('hex');
  const { url, pid } = await keep(startSite(alternative.launch({ databaseUrl, password, port }), port));
  const visitor = openHttpClient(url);
  const cookie = await alternative.signIn(visitor, password);
  visitor.close();
  const client = openHttpClient(url, cookie);
  return {
    name: `${name} ${version}`,
    url,
    pid,
    cookie,
    client,
    list,
    row,
    screen,
    isData,
    csv: alternative.csvOf(yearId),
  };
}

/** Warms the list up, and throws unless it has the 50 rows. */
async function checkList({ name, client, list, row }: Contender): Promise<void> {
  await load(() => client.send('GET', list), { requests: WARM_UP, clients: CLIENTS });
  const { status, body } = await client.send('GET', list);
  const rows = [...body.matchAll(row)].length;
  if (status !== 200 || rows !== ROWS) {
    throw new Error(`${name} returned ${status} and ${rows} rows: ${body.slice(0, 500)}`);
  }
}

async function csvMs({ name, client, csv: { method, path } }: Contender, students: number): Promise<number> {
  const { status, body, ms } = await client.send(method, path);
  // AdminJS wraps the file in JSON.
  const lines = body.match(/\n|\\n/g)?.length ?? 0;
  if (status !== 200 || lines < students) throw new Error(`${name} returned ${status} and ${lines} lines.`);
  return ms;
}

function cookiesFor(cookie: string, url: string) {
  return cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}

function visibleMs(context: BrowserContext): (contender: Contender) => Promise<number> {
  return async ({ name, url, screen }) => {
    if (screen === null) throw new Error(`${name} has no page to open.`);
    const page = await context.newPage();
    const startedAt = performance.now();
    await page.goto(`${url}${screen.path}`, { waitUntil: 'commit' });
    await page
      .locator(screen.row)
      .nth(ROWS - 1)
      .waitFor();
    const ms = performance.now() - startedAt;
    await page.close();
    return ms;
  };
}
