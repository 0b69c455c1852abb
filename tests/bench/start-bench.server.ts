import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { print } from '#cli/command-output.ts';
import { projectRoot } from '#app/config/project-root.server.ts';
import { startTemporaryPostgres } from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { comparedFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { inTurn, median } from '#tests/bench/support/statistics.ts';

const STARTS = 21;
const DATABASE_COMMAND_MS = 600;

/** P14: the total run time of the built command line, compared with Node doing nothing. */
export async function startBench(report: Report): Promise<void> {
  const postgres = await startTemporaryPostgres();
  try {
    await migrateUp(postgres.url());
    const laurel = path.join(projectRoot(), 'cli/bin.js');
    const env = { NODE_ENV: 'production', DATABASE_URL: postgres.url() } as const;
    const { help, years, nothing } = await inTurn(
      {
        help: () => timed([laurel, '--help'], env),
        years: () => timed([laurel, 'years', 'list'], env),
        nothing: () => timed(['-e', '0'], env),
      },
      STARTS,
    );
    const against = (product: readonly number[]) => ({ product, reference: nothing });
    report.add(
      comparedFigure('P14', 'laurel --help against node -e 0', 'ms', against(help), { atMost: 1.3 }),
    );
    report.add(
      plainFigure('P14', 'laurel years list, with its database', 'ms', years, {
        atMost: DATABASE_COMMAND_MS,
      }),
    );
    print(`     laurel years list takes ${(median(years) / median(nothing)).toFixed(1)} times node -e 0`);
  } finally {
    await postgres.stop();
  }
}

async function timed(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const begin = performance.now();
  await promisify(execFile)(process.execPath, [...args], { env });
  return performance.now() - begin;
}
