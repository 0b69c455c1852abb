import type { Ctx } from '#app/domain/ctx.server.ts';
import { tryTextLock } from '#app/domain/lock-queries.server.ts';
import { CommandFailure, EXIT } from './command-failure.ts';

/**
 * Runs `work` unless another run of the same job is at it, on whatever machine: the lock is the database's, and goes with the
 * connection that holds it, so that a killed run leaves none. Throws CommandFailure, with nothing to do, where it is taken.
 *
 * @param job like 'emails send'
 * @param of what tells runs of one command apart that may be at it together; all are the same job unless told
 */
export async function withJobLock<Result>(
  ctx: Ctx,
  job: string,
  work: () => Promise<Result>,
  of = '',
): Promise<Result> {
  const em = ctx.em.fork();
  await em.begin();
  try {
    if (!(await tryTextLock({ em }, 'job', of === '' ? job : `${job} ${of}`))) {
      throw new CommandFailure(
        `Another \`laurel ${job}\` is already running. Nothing was done.`,
        EXIT.nothingToDo,
      );
    }
    return await work();
  } finally {
    await em.rollback();
  }
}
