import { UniqueConstraintViolationException } from '@mikro-orm/core';
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
