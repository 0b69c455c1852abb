import type { Ctx } from '#app/domain/ctx.server.ts';
import { tryTextLock } from '#app/domain/lock-queries.server.ts';
import { CommandFailure, EXIT } from './command-failure.ts';

/**
 * Runs `work` with a database lock, so each job runs only once across all machines. The lock ends with the connection.
 *
 * @param job like 'emails send'
 * @param of distinguishes runs of a command that may run in parallel; by default, only one may run
 * @throws {CommandFailure} with exit code 3 when another run has the lock
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
