import { openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openRawPostgres } from '#tests/bench/support/raw-postgres.server.ts';
import type { BenchClient } from '#tests/bench/support/load.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { startStatementProxy } from '#tests/bench/support/statement-proxy.server.ts';
import { median } from '#tests/bench/support/statistics.ts';

export interface StatementCount {
  readonly path: string;
  /** The median of several requests, begin and commit counted too: the server also works by itself now and then. */
  readonly statements: number;
  /** Tables of more than a thousand rows that a statement reads from end to end without an index. */
  readonly scanned: readonly string[];
}

const REQUESTS = 5;
const LARGE_TABLE_ROWS = 1000;
/** The server delivers mail beside its requests. */
const OF_MAIL_WORKER = /^\s*with (due|settled)\b/i;
const EXPLAINED = /^\s*(select|with)\b/i;

/** Counts what each request sends to the database and looks at the plans, on a server of its own behind a proxy. */
export async function countStatements(
  databaseUrl: string,
  userId: string,
  requests: Readonly<Record<string, (client: BenchClient) => Promise<unknown>>>,
): Promise<StatementCount[]> {
  return withResources(async (keep) => {
    const proxy = await keep(startStatementProxy(databaseUrl));
    const app = await keep(openBenchApp(databaseUrl, proxy.url));
    const postgres = await keep(openRawPostgres(databaseUrl, 1));
    const client = await app.clientOf(userId);
    const counts: StatementCount[] = [];
    for (const [path, send] of Object.entries(requests)) {
      await send(client);
      const seen: string[][] = [];
      while (seen.length < REQUESTS) {
        const statements = await proxy.statementsOf(() => send(client));
        seen.push(statements.filter((statement) => !OF_MAIL_WORKER.test(statement)));
      }
      const scanned = new Set<string>();
      for (const statement of seen.at(-1) ?? []) {
        if (!EXPLAINED.test(statement)) continue;
        const { rows } = await postgres.query(`explain (format json) ${statement}`);
        for (const table of scannedTables(rows)) scanned.add(table);
      }
      const large = await app.rows<{ relname: string }>('select relname from pg_class where reltuples > ?', [
        LARGE_TABLE_ROWS,
      ]);
      const names = new Set(large.map(({ relname }) => relname));
      counts.push({
        path,
        statements: median(seen.map((statements) => statements.length)),
        scanned: [...scanned].filter((table) => names.has(table)),
      });
    }
    return counts;
  });
}

/** The tables of every 'Seq Scan' in a plan, however deep. */
function scannedTables(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const entries = Object.entries(plan);
  const below = entries.flatMap(([, value]) => scannedTables(value));
  const node = new Map<string, unknown>(entries);
  return node.get('Node Type') === 'Seq Scan' ? [String(node.get('Relation Name')), ...below] : below;
}
