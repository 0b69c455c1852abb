import { availableParallelism, cpus, loadavg } from 'node:os';
import { startTemporaryPostgres } from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { openOrm } from '#db/orm.server.ts';
import { LARGE_SCALE, seedLarge } from '#db/seeds/large.server.ts';
import { note, print } from '#cli/command-output.ts';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';

/** The large data set and, on request, a small one on the same PostgreSQL. */
export interface BenchDatabase {
  readonly url: string;
  /** Makes a database of 1,015 designations, which is dropped when the bench ends. Returns its URL. */
  makeSmall(): Promise<string>;
  close(): Promise<void>;
}

const SMALL_SCALE = { ...LARGE_SCALE, schools: 35 };
const SMALL_NAME = 'laurel_bench_small';

/** Opens and seeds DATABASE_URL (empty, or with the large data set), or a temporary PostgreSQL if it isn't set. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL'];
  const own = given === undefined || given === '' ? await startTemporaryPostgres() : undefined;
  const url = own?.url() ?? given ?? '';
  const small = new URL(url);
  small.pathname = `/${SMALL_NAME}`;
  let hasSmall = false;
  const dropSmall = () => runStatements(url, [`drop database if exists ${SMALL_NAME} with (force)`]);
  try {
    await fill(url, LARGE_SCALE);
    print(`${await machineOf(url)}${own === undefined ? '' : ' (throw-away, without fsync)'}`);
  } catch (error) {
    await own?.stop();
    throw error;
  }
  return {
    url,
    makeSmall: async () => {
      hasSmall = true;
      await dropSmall();
      await runStatements(url, [`create database ${SMALL_NAME}`]);
      await fill(small.href, SMALL_SCALE);
      return small.href;
    },
    close: async () => {
      if (hasSmall) await dropSmall();
      await own?.stop();
    },
  };
}

async function fill(url: string, scale: typeof LARGE_SCALE): Promise<void> {
  await migrateUp(url);
  const orm = await openOrm(url, { poolMax: 2 });
  try {
    note(`Filling the database with ${(scale.schools * scale.years).toLocaleString('en-US')} designations …`);
    if ((await seedLarge(orm.em.fork(), new Date(), { scale })) === 'OTHER_DATA') {
      throw new Error('The database has other data. A benchmark needs an empty one or the large data set.');
    }
  } finally {
    await orm.close(true);
  }
}

async function machineOf(url: string): Promise<string> {
  const [version] = await queryRows<{ server_version: string }>(url, 'show server_version');
  const [busy = 0] = loadavg();
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), load ${busy.toFixed(1)} before, Node ${process.versions.node}, PostgreSQL ${version?.server_version ?? ''}`;
}
