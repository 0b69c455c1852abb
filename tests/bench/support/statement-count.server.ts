import { openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openRawPostgres } from '#tests/bench/support/raw-postgres.server.ts';
import type { BenchClient } from '#tests/bench/support/load.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { startStatementProxy } from '#tests/bench/support/statement-proxy.server.ts';
import { median } from '#tests/bench/support/statistics.ts';

export interface StatementCount {
  readonly path: string;
  /** The median of several requests, including begin and commit. The server also sends statements of its own. */
  readonly statements: number;
  /** Tables from which a statement reads more than a thousand rows without an index. */
  readonly scanned: readonly string[];
}

const REQUESTS = 5;
const MANY_ROWS = 1000;
/** Statements of the mail worker, which runs alongside requests. */
const OF_MAIL_WORKER = /^\s*with\s+(alone|settled)\b/i;
const EXPLAINED = /^\s*(select|with)\b/i;
/** Not explained, because `explain analyze` would repeat an insert that can only run once. */
const INSERTS = /\binsert into\b/i;

/** Counts each request's statements and checks their plans, on a separate server behind a proxy. */
export async function countStatements(
  databaseUrl: string,
  userId: string,
  requests: Readonly<Record<string, (client: BenchClient) => Promise<unknown>>>,
): Promise<StatementCount[]> {
  return withResources(async (keep) => {
    const proxy = await keep(startStatementProxy(databaseUrl));
    const app = await keep(openBenchApp(databaseUrl, { serverDatabaseUrl: proxy.url }));
    const postgres = await keep(openRawPostgres(databaseUrl, 1));
    const client = await app.clientOf(userId);
    const counts: StatementCount[] = [];
    for (const [path, send] of Object.entries(requests)) {
      await send(client);
      const runs: string[][] = [];
      while (runs.length < REQUESTS) {
        const statements = await proxy.statementsOf(() => send(client));
        runs.push(statements.filter((statement) => !OF_MAIL_WORKER.test(statement)));
      }
      const scanned = new Set<string>();
      for (const statement of runs.at(-1) ?? []) {
        if (!EXPLAINED.test(statement) || INSERTS.test(statement)) continue;
        const plan = await postgres.query(`begin; explain (analyze, format json) ${statement}; rollback`);
        for (const table of scannedTables(plan)) scanned.add(table);
      }
      counts.push({
        path,
        statements: median(runs.map((statements) => statements.length)),
        scanned: [...scanned],
      });
    }
    return counts;
  });
}

/** The tables of every 'Seq Scan' over many rows, at any depth of the plan. */
function scannedTables(answered: unknown): string[] {
  if (typeof answered !== 'object' || answered === null) return [];
  const below = Object.values(answered).flatMap(scannedTables);
  const node = new Map<string, unknown>(Object.entries(answered));
  const read =
    (Number(node.get('Actual Rows')) + Number(node.get('Rows Removed by Filter') ?? 0)) *
    Number(node.get('Actual Loops'));
  return node.get('Node Type') === 'Seq Scan' && read > MANY_ROWS
    ? [String(node.get('Relation Name')), ...below]
    : below;
}
