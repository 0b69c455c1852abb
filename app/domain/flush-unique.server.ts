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
 * Flushes a row that was missing when the transaction tried to lock it. If a concurrent transaction has added it,
 * `inTransaction` runs the work again, which then finds the row.
 * @throws {OptimisticLockError} when another transaction has added the row
 */
export async function flushFirst(tx: Pick<Ctx, 'em'>, entity: EntitySchema): Promise<void> {
  await flushUnique(tx, () => OptimisticLockError.lockFailed(entity.meta.className));
}
