import { getCommandSettings } from '#app/config/env.server.ts';
import { osAccount } from '#app/config/process-environment.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { findAdministratorByAddress } from '#app/domain/auth/find-actor.server.ts';
import { requireCurrentSettings } from '#app/domain/settings/current-settings.server.ts';
import type { Ctx, Mailer } from '#app/domain/ctx.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailure } from './command-failure.ts';

/** Commands only queue emails in the outbox; servers and workers send them. */
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

/** Required to queue emails: their Message-ID contains the site's host. */
export const NEEDED_FOR_MAIL = ['APP_URL'];

/** One for the work, one for writes outside its transaction, and one for a lock. */
const CONNECTIONS_MAX = 3;

/** Runs `work` with a database connection, and always closes it. */
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
 * Runs `work` with the context for services, on the CLI channel, as the administrator named by --as or LAUREL_AS,
 * or else as the system.
 *
 * @param needed variables that production requires for this work, in addition to DATABASE_URL
 * @throws {CommandFailure} when --as or LAUREL_AS doesn't match an administrator
 */
export async function withServices<Result>(
  { as, statedPurpose }: Pick<CommandContext, 'as' | 'statedPurpose'>,
  work: (ctx: Ctx) => Promise<Result>,
  needed: readonly string[] = [],
): Promise<Result> {
  const settings = getCommandSettings(needed);
  return withDatabase(async (orm) => {
    const email = as ?? settings.commandActor;
    const actor = email === null ? SYSTEM : await findAdministratorByAddress(orm.em.fork(), email);
    if (actor === null)
      throw new CommandFailure(
        `${as === null ? 'LAUREL_AS is' : '--as'} ${email}: no administrator has this address. To see all administrators, run \`laurel users list --flags ADMIN\`.`,
      );
    return work({
      em: orm.em.fork(),
      actor,
      channel: 'CLI',
      osAccount: osAccount(),
      statedPurpose,
      now: () => new Date(),
      mailer: outboxOnly,
      settings: await requireCurrentSettings(orm.em, settings),
      log: createLog('silent'),
    });
  });
}
