import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '#app/config/log.server.ts';
import { openDatabaseClock } from '#app/server/database-clock.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();
const log = createLog('silent');
let orm: Orm;
beforeAll(async () => {
  orm = await openOrm(database.url);
});
afterEach(() => vi.useRealTimers());
afterAll(() => orm.close(true));

async function databaseMs(): Promise<number> {
  const [row] = await orm.em
    .fork()
    .execute<{ ms: number }[]>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
  return row?.ms ?? 0;
}

it.each([90_000, -3_600_000])(
  "the clock uses the database's time when the machine is %i ms ahead",
  async (aheadMs) => {
    const warn = vi.spyOn(log, 'warn');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
    const clock = openDatabaseClock(orm, log);
    await clock.compared;
    expect(Math.abs(clock.now().getTime() - (await databaseMs()))).toBeLessThan(2_000);
    expect(warn).toHaveBeenCalledOnce();
    clock.stop();
  },
);

it('the clock waits for a database that is unavailable', async () => {
  const unreachable = await openOrm('postgresql://laurel@127.0.0.1:1/laurel');
  const clock = openDatabaseClock(unreachable, log);
  const first = await Promise.race([
    clock.compared.then(() => 'compared'),
    databaseMs().then(() => 'waiting'),
  ]);
  expect(first).toBe('waiting');
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000);
  clock.stop();
  await unreachable.close(true);
});
