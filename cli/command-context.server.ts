import { getCommandSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import type { Ctx, Mailer } from '#app/domain/ctx.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';

/** Commands write mail to the outbox; the servers deliver it. */
const outboxOnly: Mailer = {
  sendSoon: () => {
    throw new Error('A command has no mail that cannot wait.');
  },
  wakeOutbox: () => undefined,
};

/** Runs `work` on the database of the settings, and closes it afterwards whatever happens. */
export async function withDatabase<Result>(work: (orm: Orm) => Promise<Result>): Promise<Result> {
  const orm = await openOrm(getCommandSettings().databaseUrl, { poolMax: 2 });
  try {
    return await work(orm);
  } finally {
    await orm.close(true);
  }
}

/** Runs `work` with what every service is handed: the system acts, by the door CLI. */
export async function withCommandContext<Result>(work: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  const settings = getCommandSettings();
  return withDatabase((orm) =>
    work({
      em: orm.em.fork(),
      actor: SYSTEM,
      door: 'CLI',
      now: () => new Date(),
      mailer: outboxOnly,
      settings,
      log: createLog('silent'),
    }),
  );
}
