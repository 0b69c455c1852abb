import { openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { comparedFigure } from '#tests/bench/support/figures.ts';
import { type BenchClient, load } from '#tests/bench/support/load.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { countStatements } from '#tests/bench/support/statement-count.server.ts';
import { inTurn, p95 } from '#tests/bench/support/statistics.ts';

const REQUESTS = 50;
const PATH = '/';

/** P8: compares the dashboard of a user with 200 schools with that of a user with one. */
export async function dashboardBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const database = await keep(openBenchDatabase());
    const app = await keep(openBenchApp(database.url));
    const userWith = async (schools: number) => {
      const [user] = await app.rows<{ id: string }>(
        'select user_id as id from high_school_staff group by user_id having count(*) = ? order by user_id limit 1',
        [schools],
      );
      return user?.id ?? '';
    };
    const statementsOf = async (user: string) => {
      const [count] = await countStatements(database.url, user, { dashboard: (client) => client.get(PATH) });
      return count?.statements ?? Number.NaN;
    };
    const [one, many] = [await userWith(1), await userWith(200)];
    const slowest = async (client: BenchClient) =>
      p95((await load(() => client.get(PATH), { requests: REQUESTS })).ms);
    const [clientOfOne, clientOfMany] = [await app.clientOf(one), await app.clientOf(many)];
    await slowest(clientOfOne);
    await slowest(clientOfMany);
    const measured = await inTurn({
      product: () => slowest(clientOfMany),
      reference: () => slowest(clientOfOne),
    });
    report.add(
      comparedFigure('P8', 'dashboard of 200 schools against 1, p95', 'ms', measured, { atMost: 1.5 }),
    );
    const [statements, statementsOfOne] = [await statementsOf(many), await statementsOf(one)];
    report.add(
      comparedFigure(
        'P8',
        'dashboard of 200 schools against 1',
        'statements',
        { product: [statements], reference: [statementsOfOne] },
        { atMost: 1 },
      ),
    );
  });
}
