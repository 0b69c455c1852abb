import { getSettings, type Settings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import type { Ctx, Mailer, OsAccount } from '#app/domain/ctx.server.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import type { Channel } from '#app/schemas/enums.ts';
import type { Orm } from '#db/orm.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { discardingMailer } from '#tests/support/discarding-mailer.ts';

const silent = createLog('silent');
const defaultClock = createTestClock();

export interface CtxOptions {
  readonly orm: Orm;
  /** The system by default. */
  readonly actor?: Actor;
  /** The test clock's start by default. */
  readonly now?: () => Date;
  readonly channel?: Channel;
  readonly osAccount?: OsAccount;
  readonly mailer?: Mailer;
  readonly settings?: Partial<Settings>;
}

/** Creates a Ctx with its own EntityManager, as adapters do, by default with a fixed clock and no mailer. */
export function makeCtx(options: CtxOptions): Ctx {
  return {
    em: options.orm.em.fork(),
    actor: options.actor ?? SYSTEM,
    channel: options.channel ?? 'REST',
    ...(options.osAccount === undefined ? {} : { osAccount: options.osAccount }),
    now: options.now ?? defaultClock.now,
    mailer: options.mailer ?? discardingMailer,
    settings: { ...getSettings(), ...options.settings },
    log: silent,
  };
}
