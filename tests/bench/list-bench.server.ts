import { LARGE_ADMINISTRATOR_ID } from '#db/seeds/large-organization.ts';
import { growthFigures } from '#tests/bench/list-growth.server.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { comparedFigure } from '#tests/bench/support/figures.ts';
import { type BenchClient, load, openClient } from '#tests/bench/support/load.ts';
import { countElements } from '#tests/bench/support/page-markup.ts';
import { startReference } from '#tests/bench/support/reference-process.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { type Keep, withResources } from '#tests/bench/support/resources.ts';
import { inTurn, p95 } from '#tests/bench/support/statistics.ts';

const CLIENTS = 8;
const REQUESTS = 240;
const WARM_UP = 80;
/** Requests per filter and sort, in each round. */
const FEW_REQUESTS = 12;

const CALL = '/api/designations?limit=50';
/** Without the filter by the active year that an administrator's first visit has. */
const ALL_YEARS = 'academicYearId=all';
const PAGE = '/designations';

interface Side {
  readonly goal: string;
  readonly what: string;
  readonly path: string;
  readonly module: string;
  /** The smallest share of the reference's requests a second. */
  readonly atLeast: number;
}

/** P4 to P7: the designations list, through the REST API and as a page. */
export async function listBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const database = await keep(openBenchDatabase());
    const app = await keep(openBenchApp(database.url));
    const administrator = await app.clientOf(LARGE_ADMINISTRATOR_ID);
    await throughput(report, keep, database.url, administrator);
    await growthFigures(report, keep, database, app);
    await filtersAndSorts(report, app, administrator);
  });
}

async function throughput(
  report: Report,
  keep: Keep,
  databaseUrl: string,
  administrator: BenchClient,
): Promise<void> {
  const sides: readonly Side[] = [
    { goal: 'P4', what: 'JSON', path: CALL, module: 'reference-json.server.ts', atLeast: 0.4 },
    {
      goal: 'P5',
      what: 'page',
      path: `${PAGE}?${ALL_YEARS}`,
      module: 'reference-page.server.tsx',
      atLeast: 0.6,
    },
  ];
  for (const { goal, what, path, module, atLeast } of sides) {
    const page = await administrator.get(path);
    const reference = await keep(startReference(module, databaseUrl, page.body));
    const plain = openClient(reference.url);
    const slowest: Record<'product' | 'reference', number[]> = { product: [], reference: [] };
    const perSecond = async (client: BenchClient, asked: string, times: number[], requests = REQUESTS) => {
      const loaded = await load(() => client.get(asked), { requests, clients: CLIENTS });
      times.push(p95(loaded.ms));
      return loaded.perSecond;
    };
    await perSecond(administrator, path, [], WARM_UP);
    await perSecond(plain, '/', [], WARM_UP);
    const measured = await inTurn({
      product: () => perSecond(administrator, path, slowest.product),
      reference: () => perSecond(plain, '/', slowest.reference),
    });
    report.add(
      comparedFigure(goal, `list as ${what}, ${CLIENTS} clients`, 'requests/s', measured, { atLeast }),
    );
    if (goal === 'P5') {
      const p95s = `list as ${what}, p95 of ${CLIENTS} clients`;
      report.add(comparedFigure(goal, p95s, 'ms', slowest, { atMost: 4 }));
      const markup = (await plain.get('/')).body;
      const elements = { product: [countElements(page.body)], reference: [countElements(markup)] };
      report.add(comparedFigure(goal, `list as ${what}, elements`, 'elements', elements, { atMost: 1.05 }));
    }
    plain.close();
  }
}

async function filtersAndSorts(report: Report, app: BenchApp, administrator: BenchClient): Promise<void> {
  const queries = [...(await filters(app)), ...sorts()];
  for (const [what, path, first] of [
    ['page', PAGE, ''],
    ['JSON', '/api/designations', 'limit=50'],
  ] as const) {
    const slowest = (query: string) => {
      const search = [first, query].filter((part) => part !== '').join('&') || ALL_YEARS;
      const requestList = () => administrator.get(`${path}?${search}`);
      return async () => p95((await load(requestList, { requests: FEW_REQUESTS })).ms);
    };
    const measurements = Object.fromEntries(['', ...queries].map((query) => [query, slowest(query)]));
    const { '': reference = [], ...measured } = await inTurn(measurements);
    for (const [query, product] of Object.entries(measured)) {
      const name = query.replace(/[0-9a-f-]{36}/, 'ID');
      report.add(
        comparedFigure('P7', `${what} with ${name}, p95`, 'ms', { product, reference }, { atMost: 3 }),
      );
    }
  }
}

async function filters(app: BenchApp): Promise<string[]> {
  const [ids] = await app.rows<{ school: string; year: string }>(
    `select (select id from high_school order by id limit 1) as school,
            (select id from academic_year where status = 'ACTIVE') as year`,
  );
  return [
    ...['CUMULATIVE_GPA', 'OTHER'].map((criteria) => `criteria=${criteria}`),
    ...['STARTED', 'PENDING', 'RETURNED', 'APPROVED', 'REJECTED'].map((status) => `status=${status}`),
    `highSchoolId=${ids?.school}`,
    `academicYearId=${ids?.year}`,
    'beforeDate=2010-01-01',
    'afterDate=2020-01-01',
    'noDownloadDate=true',
    'downloadBeforeDate=2010-01-01',
    'downloadAfterDate=2020-01-01',
    `academicYearId=${ids?.year}&status=PENDING&noDownloadDate=true`,
  ];
}

function sorts(): string[] {
  return ['highSchool', 'year', 'criteria', 'status', 'updatedAt', 'downloadedAt'].flatMap((sort) => [
    `sort=${sort}&direction=desc`,
    `sort=${sort}&direction=asc`,
  ]);
}
