import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { DeliveryResult } from '#app/domain/mail/delivery-result.ts';
import type { Actor } from '#app/policy/actor.ts';
import type { Channel } from '#app/schemas/enums.ts';
import { gaveWayToOthers } from './lost-transaction.ts';

/** An email that goes out at once, beside the outbox: sign-in codes, which are worthless later and must not be stored, and tests. */
export interface DirectMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** How the domain reaches the mail system. */
export interface Mailer {
  /** Sends a sign-in code in the background, trying some times; failures are logged, never thrown. */
  sendSoon(mail: DirectMail): void;
  /** Sees to it that the codes that wait for this moment are made and sent then. */
  sendCodesAt(at: Date): void;
  /** Tries once, within seconds, and tells what the mail server said; a failure is logged, never thrown. */
  sendNow(mail: DirectMail): Promise<DeliveryResult>;
  /** Tells the outbox worker that email was written for it; from within a transaction it hears of it after the commit. */
  wakeOutbox(): void;
}

/** What every service is handed: who acts, by which channel, at what time, on which database session. */
export interface Ctx {
  readonly em: EntityManager;
  readonly actor: Actor;
  readonly channel: Channel;
  readonly now: () => Date;
  readonly mailer: Mailer;
  readonly settings: Settings;
  readonly log: Log;
  /** Only the head of the answer leaves (HTTP's HEAD): nothing is handed out to anybody. */
  readonly headOnly?: boolean;
}

/** How often a transaction is tried that the database takes back because of others. */
const TRIES_MAX = 5;

/**
 * Runs `work` in one transaction, with a Ctx that knows no entity read before; mail written inside goes out after the
 * commit. It may be begun again a few times (deadlocks, moved versions): `work` may change nothing but the database.
 */
export async function inTransaction<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  return transact(ctx, work, {});
}

/**
 * The same for reading: all statements of the outermost transaction see the database as it was when the first began, so that what one
 * reads belongs to what another has read.
 */
export async function inSnapshot<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  return transact(
    ctx,
    work,
    ctx.em.isInTransaction() ? {} : { isolationLevel: IsolationLevel.REPEATABLE_READ },
  );
}

async function transact<Result>(
  ctx: Ctx,
  work: (tx: Ctx) => Promise<Result>,
  options: { readonly isolationLevel?: IsolationLevel },
): Promise<Result> {
  const outbox = { isWritten: false };
  const mailer: Mailer = { ...ctx.mailer, wakeOutbox: () => (outbox.isWritten = true) };
  const result = await repeated(ctx, (em) =>
    em.transactional((own) => work({ ...ctx, mailer, em: own }), { clear: true, ...options }),
  );
  if (outbox.isWritten) ctx.mailer.wakeOutbox();
  return result;
}

async function repeated<Result>(
  ctx: Ctx,
  transaction: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  if (ctx.em.isInTransaction()) {
    await ctx.em.flush();
    return transaction(ctx.em);
  }
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transaction(ctx.em.fork());
      } catch (error) {
        if (tries === TRIES_MAX || !gaveWayToOthers(error)) throw error;
        ctx.log.warn({ tries }, 'a transaction was retried after a conflict');
      }
    }
  } finally {
    // What was read before may be out of date now.
    ctx.em.clear();
  }
}
