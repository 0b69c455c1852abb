import { LARGE_ADMINISTRATOR_ID } from '#db/seeds/large-organization.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { BenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { comparedFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse } from '#tests/bench/support/http-client.ts';
import { type BenchClient, load } from '#tests/bench/support/load.ts';
import type { Report } from '#tests/bench/support/report.ts';
import type { Keep } from '#tests/bench/support/resources.ts';
import { countStatements } from '#tests/bench/support/statement-count.server.ts';
import { inTurn, p95 } from '#tests/bench/support/statistics.ts';

const REQUESTS = 40;
const DEPTHS = { 'first page': 0, 'half way': 0.5, 'last full page': 1 };
const PAGE_ROWS = 50;

interface MeasuredList {
  readonly what: string;
  readonly path: string;
  /** The URL of the next page, as the page itself links to it. */
  readonly nextOf: (first: ClientResponse) => string | undefined;
  /** The largest growth of the time. */
  readonly atMost: number;
}

const LISTS: readonly MeasuredList[] = [
  { what: 'page', path: '/designations?academicYearId=all', nextOf: nextLinkOfPage, atMost: 1.25 },
  { what: 'JSON', path: '/api/designations?limit=50', nextOf: afterLinkOfCall, atMost: 1.25 },
  { what: 'JSON by offset', path: '/api/designations?limit=50', nextOf: nextLinkOfCall, atMost: 3.5 },
];

/** P6: compares 1,015 with 101,500 designations, and counts the statements per request. */
export async function growthFigures(
  report: Report,
  keep: Keep,
  database: BenchDatabase,
  large: BenchApp,
): Promise<void> {
  const small = await keep(openBenchApp(await database.makeSmall()));
  const [largeClient, smallClient] = await Promise.all(
    [large, small].map((app) => app.clientOf(LARGE_ADMINISTRATOR_ID)),
  );
  if (largeClient === undefined || smallClient === undefined) return;
  for (const list of LISTS) {
    for (const [depth, share] of Object.entries(DEPTHS)) {
      const largePath = await pageAt(large, largeClient, list, share);
      const smallPath = await pageAt(small, smallClient, list, share);
      const slowest = async (client: BenchClient, path: string) =>
        p95((await load(() => client.get(path), { requests: REQUESTS })).ms);
      await slowest(smallClient, smallPath);
      const measured = await inTurn({
        product: () => slowest(largeClient, largePath),
        reference: () => slowest(smallClient, smallPath),
      });
      const what = `${list.what} of 101,500 against 1,015, ${depth}, p95`;
      report.add(comparedFigure('P6', what, 'ms', measured, { atMost: list.atMost }));
    }
  }
  await statementFigures(report, database.url, large, largeClient);
}

async function statementFigures(
  report: Report,
  databaseUrl: string,
  app: BenchApp,
  client: BenchClient,
): Promise<void> {
  const requests: Record<string, (client: BenchClient) => Promise<unknown>> = {};
  for (const list of LISTS) {
    for (const [depth, share] of Object.entries(DEPTHS)) {
      const path = await pageAt(app, client, list, share);
      requests[`${list.what}, ${depth}`] = (counting) => counting.get(path);
    }
  }
  for (const { path, statements, scanned } of await countStatements(
    databaseUrl,
    LARGE_ADMINISTRATOR_ID,
    requests,
  )) {
    report.add(plainFigure('P6', path, 'statements', [statements], { atMost: 4 }));
    const tables = scanned.length === 0 ? '' : ` (${scanned.join(', ')})`;
    report.add(
      plainFigure('P6', `${path}, read without an index${tables}`, 'tables', [scanned.length], {
        atMost: 0,
      }),
    );
  }
}

/** The URL of the page at `share` (0 to 1) of the list: the second page's URL with another `offset` or `after`. */
async function pageAt(
  app: BenchApp,
  client: BenchClient,
  list: MeasuredList,
  share: number,
): Promise<string> {
  const rowsBefore = share === 0 ? 0 : await rowsBeforePage(app, share);
  if (rowsBefore === 0) return list.path;
  const next = list.nextOf(await client.get(list.path));
  if (next === undefined) throw new Error(`${list.path} has no next page.`);
  const address = new URL(next, 'http://localhost');
  const { searchParams: search } = address;
  if (search.has('offset')) search.set('offset', String(rowsBefore));
  else if (search.has('after')) search.set('after', await idAt(app, rowsBefore));
  else throw new Error(`Unknown kind of pagination: ${next}.`);
  if (search.has('position')) search.set('position', String(rowsBefore + 1));
  return `${address.pathname}${address.search}`;
}

/** Full pages only, so that both sizes render the same number of rows. */
async function rowsBeforePage(app: BenchApp, share: number): Promise<number> {
  const [counted] = await app.rows<{ total: number }>('select count(*)::int as total from designation');
  const lastFullPage = Math.floor((counted?.total ?? 0) / PAGE_ROWS) - 1;
  return Math.round(lastFullPage * share) * PAGE_ROWS;
}

/** The id of the row at this position, from 1, of the default order. */
async function idAt(app: BenchApp, index: number): Promise<string> {
  const [row] = await app.rows<{ id: string }>(
    `select d.id from designation d join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
      order by h.name collate "und-x-icu", y.year desc, d.id offset ? limit 1`,
    [index - 1],
  );
  return row?.id ?? '';
}

function nextLinkOfPage({ body }: ClientResponse): string | undefined {
  const pages = /<nav[^>]*aria-label="Pages of designations".*?<\/nav>/s.exec(body)?.[0] ?? '';
  const links = [...pages.matchAll(/<a[^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)];
  return links.find(([, , content]) => content?.includes('Next'))?.[1]?.replaceAll('&amp;', '&');
}

/** The same page as `nextLinkOfCall`, after the first page's last row instead of by its number of rows. */
function afterLinkOfCall({ body }: ClientResponse): string | undefined {
  const rows = JSON.parse(body) as { id: string }[];
  return `/api/designations?limit=${PAGE_ROWS}&after=${rows.at(-1)?.id ?? ''}`;
}

function nextLinkOfCall({ headers }: ClientResponse): string | undefined {
  return /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1];
}
