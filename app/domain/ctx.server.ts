import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { InlineImage } from '#app/domain/mail/office-logo.ts';
import type { DeliveryResult } from '#app/domain/mail/delivery-result.ts';
import type { Actor } from '#app/policy/actor.ts';
import type { Channel } from '#app/schemas/enums.ts';
import { isRetryableTransactionError } from './retryable-transaction-error.ts';

/** An email sent without the outbox: sign-in codes, which must not be stored, and test emails. */
export interface DirectEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The sender's name; by default the one in the environment. */
  readonly fromName?: string;
  readonly inline?: readonly InlineImage[];
}

export interface Mailer {
  /** Sends a sign-in code in the background, with a few retries. Failures are logged, never thrown. */
  sendSoon(email: DirectEmail): void;
  sendCodesAt(at: Date): void;
  /** Tries once, for a few seconds, and returns the result. Failures are logged, never thrown. */
  sendNow(email: DirectEmail): Promise<DeliveryResult>;
  /** Tells the outbox worker about new emails, after the commit if called in a transaction. */
  wakeOutbox(): void;
}

/** The operating system user who runs this process, and the name of the machine. */
export interface OsAccount {
  readonly osUser: string;
  readonly host: string;
}

export interface Ctx {
  readonly em: EntityManager;
  readonly actor: Actor;
  readonly channel: Channel;
  /** Who runs a command or job. Requests have none, because the server's own user says nothing about them. */
  readonly osAccount?: OsAccount;
  /** Why students' data is obtained, as the person who runs a command wrote it. */
  readonly statedPurpose?: string | null;
  readonly now: () => Date;
  readonly mailer: Mailer;
  readonly settings: Settings;
  readonly log: Log;
  /** True for HEAD requests: only headers are sent, so nothing is disclosed. */
  readonly headOnly?: boolean;
}

/** Returns the operating system user and host that events and disclosures record; nulls for requests. */
export function recordedOsAccount({ osAccount }: Ctx): OsAccount | Record<keyof OsAccount, null> {
  return osAccount ?? { osUser: null, host: null };
}

/** Attempts per transaction that fails because of concurrent ones. */
const MAX_ATTEMPTS = 5;

/**
 * Runs `work` in a transaction with an empty identity map. It is retried after deadlocks and version conflicts, so
 * `work` may only change the database. The outbox is notified after the commit.
 */
export async function inTransaction<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  return transact(ctx, work, {});
}

/** Like `inTransaction`, for reading: all statements see the same snapshot of the database. */
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
        if (tries === MAX_ATTEMPTS || !isRetryableTransactionError(error)) throw error;
        ctx.log.warn({ tries }, 'a transaction was retried after a conflict');
      }
    }
  } finally {
    // Entities that were read earlier may be out of date now.
    ctx.em.clear();
  }
}
