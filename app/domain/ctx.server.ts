import type { EntityManager } from '@mikro-orm/postgresql';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import type { Door } from '#app/schemas/enums.ts';

/** A mail that goes out at once, beside the outbox: sign-in codes, which are worthless later and must not be stored. */
export interface DirectMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** How the domain reaches the mail system. */
export interface Mailer {
  /** Sends in the background; failures are logged, never thrown. */
  sendSoon(mail: DirectMail): void;
  /** Tells the outbox worker that rows were committed. */
  wakeOutbox(): void;
}

/** What every service is handed: who acts, by which door, at what time, on which database session. */
export interface Ctx {
  readonly em: EntityManager;
  readonly actor: Actor;
  readonly door: Door;
  readonly now: () => Date;
  readonly mailer: Mailer;
  readonly settings: Settings;
  readonly log: Log;
  /** Only the head of the answer leaves (HTTP's HEAD): nothing is handed out to anybody. */
  readonly headOnly?: boolean;
}

/**
 * Runs `work` in one transaction and hands it a Ctx bound to it. Mail written to the outbox inside goes out after the
 * commit; a throw rolls everything back.
 */
export async function inTransaction<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  const result = await ctx.em.transactional((em) => work({ ...ctx, em }));
  ctx.mailer.wakeOutbox();
  return result;
}
