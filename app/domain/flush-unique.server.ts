import { type EntitySchema, OptimisticLockError, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Ctx } from './ctx.server.ts';

/**
 * Flushes, and replaces the error of a unique index. Only the index notices two transactions that store the same value at
 * the same time.
 * @throws what `conflict` returns, when another row already has the value
 */
export async function flushUnique({ em }: Pick<Ctx, 'em'>, conflict: () => Error): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? conflict() : error;
  }
}

/**
 * Flushes a new row that the transaction couldn't lock because it was missing. If a concurrent transaction adds it first,
 * `inTransaction` retries the work, which then finds and locks the row.
 * @throws {OptimisticLockError} when another transaction has added the row
 */
export async function flushOrRetry(tx: Pick<Ctx, 'em'>, entity: EntitySchema): Promise<void> {
  await flushUnique(tx, () => OptimisticLockError.lockFailed(entity.meta.className));
}
