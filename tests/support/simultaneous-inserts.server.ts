import { expect } from 'vitest';
import { inTransaction } from '#app/domain/ctx.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCtx } from './ctx.server.ts';
import { lockWaits } from './lock-waits.server.ts';

/** Runs calls that each add a row to `table`. None of them adds it until all have looked for it. */
export async function insertSimultaneously<Result>(
  orm: Orm,
  table: string,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const { results } = await inTransaction(makeCtx({ orm }), async (tx) => {
    await tx.em.execute(`lock table ${table} in share mode`);
    const started = Promise.all(calls.map((call) => call()));
    started.catch(() => undefined);
    await expect.poll(() => lockWaits(orm), { timeout: 10_000, interval: 20 }).toBe(calls.length);
    return { results: started };
  });
  return results;
}
