import { isRecord } from '#app/lib/records.ts';
import type { Orm } from './orm.server.ts';

/** The connections of this process's pool, and who waits for one. */
export interface PoolState {
  readonly used: number;
  readonly free: number;
  readonly waiting: number;
  readonly max: number;
}

interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Returns the state of the pool. Knex doesn't type its pool. */
export function poolState(orm: Orm): PoolState {
  const client: unknown = orm.em.getConnection().getKnex().client;
  const pool: unknown = isRecord(client) ? client['pool'] : null;
  if (!isPool(pool)) throw new Error("The connection pool is no longer knex's.");
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires(), max: pool.max };
}

function isPool(pool: unknown): pool is Pool {
  return typeof pool === 'object' && pool !== null && 'numPendingAcquires' in pool && 'max' in pool;
}
