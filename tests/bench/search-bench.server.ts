import { SEARCH_RESULTS } from '#app/config/constants.ts';
import { parseSearchText } from '#app/domain/search/searched-text.ts';
import { searchSql } from '#app/domain/search/search-queries.server.ts';
import { LARGE_ADMINISTRATOR_ID } from '#db/seeds/large-organization.ts';
import { openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { comparedFigure, plainFigure } from '#tests/bench/support/figures.ts';
import { timedWithPsql, withLiterals } from '#tests/bench/support/psql-timing.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { median, p95, ROUNDS } from '#tests/bench/support/statistics.ts';

/** Beginnings that tens of thousands have, common and rare names, several words, and texts without students. */
const TEXTS = [
  ...['an', 'ma', 'jo', 'smith', 'maria', 'lee', 'weyiouanna', 'zoë', 'obrien'],
  ...['maria lee', 'kim sam', 'j smith', 'Weyiouanna, Xiomara', 'an 2026', 'smith 2026', 'zzyzx'],
  ...['high', 'glacier', 'glacier bay 2026', '2026', 'counselor', 'counselor smith school0107'],
];
const REQUESTS = 4;

/** P16: the search with a million students, compared with the same statement in `psql`. */
export async function searchBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const database = await keep(openBenchDatabase());
    const app = await keep(openBenchApp(database.url));
    await app.rows('analyze');
    const client = await app.callerOf(LARGE_ADMINISTRATOR_ID);
    const statements = TEXTS.map((text) =>
      withLiterals(searchSql(parseSearchText(text), SEARCH_RESULTS + 1)),
    );
    const byText = new Map<string, number[]>(TEXTS.map((text) => [text, []]));
    const measured: { product: number[]; reference: number[] } = { product: [], reference: [] };
    const medians: { product: number[]; reference: number[] } = { product: [], reference: [] };

    const searchAll = async () => {
      const times: number[] = [];
      for (const text of TEXTS) {
        // Each person may search a hundred times in five minutes, which isn't what is measured here.
        await app.rows(`delete from rate_limit where key like 'search:%'`);
        for (let sent = 0; sent < REQUESTS; sent += 1) {
          const { status, ms } = await client.send('POST', '/api/search', { body: { text } });
          if (status !== 200) throw new Error(`POST /api/search returned ${status}.`);
          times.push(ms);
          byText.get(text)?.push(ms);
        }
      }
      return times;
    };
    const askAll = () =>
      timedWithPsql(
        database.url,
        statements.flatMap((sql) => Array.from({ length: REQUESTS }, () => sql)),
      );
    await searchAll();
    await askAll();
    for (const times of byText.values()) times.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [ours, theirs] = [await searchAll(), await askAll()];
      measured.product.push(p95(ours));
      measured.reference.push(p95(theirs));
      medians.product.push(median(ours));
      medians.reference.push(median(theirs));
    }
    report.add(comparedFigure('P16', 'search, p95 of all texts', 'ms', measured, { atMost: 1.5 }));
    report.add(comparedFigure('P16', 'search, median of all texts', 'ms', medians, { atMost: 1.5 }));
    for (const [text, times] of byText) {
      report.add(plainFigure('P16', `search for “${text}”, p95`, 'ms', [p95(times)], { atMost: 100 }));
    }
  });
}
