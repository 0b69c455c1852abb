import { getCommandSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { findNamedAdministrator } from '#app/domain/auth/find-actor.server.ts';
import type { Ctx, Mailer } from '#app/domain/ctx.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import type { Call } from './call.ts';
import { CommandFailure } from './command-failure.ts';

/** Commands write mail to the outbox; the servers deliver it. */
export const outboxOnly: Mailer = {
  sendSoon: () => {
    throw new Error('Commands send no urgent email.');
  },
  sendNow: () => {
    throw new Error('Commands send no urgent email.');
  },
  sendCodesAt: () => undefined,
  wakeOutbox: () => undefined,
};

/** What mail that a command writes is made with: its Message-ID names the site. */
export const NEEDED_FOR_MAIL = ['APP_URL'];

/** One for the work, one for what is written beside it, one for a lock. */
const CONNECTIONS_MAX = 3;

/** Runs `work` on the database of the settings, and closes it afterwards whatever happens. */
export async function withDatabase<Result>(work: (orm: Orm) => Promise<Result>): Promise<Result> {
  const orm = await openOrm(getCommandSettings().databaseUrl, {
    poolMax: CONNECTIONS_MAX,
    sessionWork: 'command',
  });
  try {
    return await work(orm);
  } finally {
    await orm.close(true);
  }
}

/**
 * Runs `work` with what every service is handed: by the channel CLI, the system acts, or the administrator whom --as names. Throws
 * CommandFailure where --as names none.
 *
 * @param needed variables that production cannot do without for this work, but for DATABASE_URL
 */
export async function withCommandContext<Result>(
  { as }: Pick<Call, 'as'>,
  work: (ctx: Ctx) => Promise<Result>,
  needed: readonly string[] = [],
): Promise<Result> {
  const settings = getCommandSettings(needed);
  return withDatabase(async (orm) => {
    const actor = as === null ? SYSTEM : await findNamedAdministrator(orm.em.fork(), as);
    if (actor === null)
      throw new CommandFailure(
        `--as ${as}: no administrator has this address. List them with \`laurel users list --flags ADMIN\` shows them.`,
      );
    return work({
      em: orm.em.fork(),
      actor,
      channel: 'CLI',
      now: () => new Date(),
      mailer: outboxOnly,
      settings,
      log: createLog('silent'),
    });
  });
}
