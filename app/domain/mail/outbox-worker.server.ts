import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import type { Orm } from '#db/orm.server.ts';
import { outsideLimits } from '#db/work-limits.server.ts';
import { type DeliveryResult, MAX_ATTEMPTS, resultOfFailure, sentResult } from './delivery-result.ts';
import { EmailComposer } from './email-composer.server.ts';
import { closeDelivery, listDeliveriesToClose } from './mail-queries.server.ts';
import {
  CLAIM_MS,
  type Claimant,
  type FinishedEmail,
  settleAndClaim,
  settleEmail,
} from './outbox-claims.server.ts';
import { OutboxLog } from './outbox-log.server.ts';
import type { ClaimedEmail } from './outbox-queries.server.ts';
import type { MailTransport, OutgoingEmail } from './mail-transport.server.ts';

export interface OutboxParts {
  readonly settings: Settings;
  readonly orm: Orm;
  readonly transport: MailTransport;
  readonly log: Log;
  readonly now: () => Date;
  /** Maximum number of emails being claimed or sent at the same time. */
  readonly concurrency: number;
}

/** Interval of checks for emails that didn't wake this worker, like those of other processes. */
export const POLL_MS = 3_000;
const WAKE_MS = 20;
/** How long a mail server may take to accept an email. */
export const SEND_DEADLINE_MS = 45_000;
const SETTLE_RETRY_MS = 1_000;

/** Sends the outbox's emails in parallel. Any number of workers and processes can share it. */
export class OutboxWorker {
  readonly #parts: OutboxParts;
  readonly #claimant: Claimant;
  readonly #composer: EmailComposer;
  readonly #log: OutboxLog;
  readonly #tasks = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #poll: NodeJS.Timeout | undefined;
  #wake: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  #wakes = 0;

  constructor(parts: OutboxParts) {
    const { orm, settings, log } = parts;
    this.#parts = parts;
    this.#claimant = {
      orm,
      worker: `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`,
      mailRate: settings.mailRate,
    };
    this.#composer = new EmailComposer(orm, settings);
    this.#log = new OutboxLog(log);
  }

  start(): void {
    this.#poll = setInterval(() => {
      this.#startTask();
      this.#closing ??= this.#closeDeliveries().finally(() => (this.#closing = undefined));
    }, POLL_MS).unref();
  }

  wake(): void {
    if (this.#stopping.signal.aborted) return;
    // The tasks outlive the request that wakes them.
    this.#wake ??= outsideLimits(() =>
      setTimeout(() => {
        this.#wake = undefined;
        this.#wakes += 1;
        this.#startTask();
      }, WAKE_MS).unref(),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#poll);
    clearTimeout(this.#wake);
    await Promise.all([...this.#tasks, this.#closing]);
  }

  #startTask(): void {
    if (this.#stopping.signal.aborted || this.#tasks.size >= this.#parts.concurrency) return;
    const task = this.#runTask().finally(() => this.#tasks.delete(task));
    this.#tasks.add(task);
  }

  async #runTask(): Promise<void> {
    const deadline = new SendDeadline();
    let finished: FinishedEmail | null = null;
    for (;;) {
      const wakesBefore = this.#wakes;
      const email: ClaimedEmail | null = await this.#next(finished);
      await this.#closePreviousDelivery(finished, email);
      if (email !== null) {
        this.#startTask();
        finished = {
          email,
          result: email.attempts > MAX_ATTEMPTS ? gaveUp : await this.#attempt(email, deadline),
        };
      } else {
        finished = null;
        if (this.#wakes === wakesBefore || this.#stopping.signal.aborted) return;
      }
    }
  }

  /**
   * Settles the sent email and claims the next; null if there is none or the database isn't responding. Retries
   * settling until the claim expires, so that a short outage doesn't cause a second send.
   */
  async #next(finished: FinishedEmail | null): Promise<ClaimedEmail | null> {
    const { now } = this.#parts;
    for (;;) {
      const isStopping = this.#stopping.signal.aborted;
      try {
        const email = isStopping ? null : await settleAndClaim(this.#claimant, finished, now());
        if (isStopping && finished !== null) await settleEmail(this.#claimant, finished, now());
        this.#log.databaseResponded();
        if (finished !== null) this.#log.settled(finished);
        return email;
      } catch (error) {
        this.#log.databaseFailed(error);
        const heldMs = finished === null ? CLAIM_MS : now().getTime() - finished.email.claimedAt.getTime();
        if (heldMs >= CLAIM_MS || isStopping) return null;
        await sleep(SETTLE_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #attempt(email: ClaimedEmail, deadline: SendDeadline): Promise<DeliveryResult> {
    const composed = await this.#composer.compose(email).catch((error: unknown) => {
      this.#log.notComposed(email, error);
      return notComposed;
    });
    if ('state' in composed) return composed;
    if (!(await this.#waitForSlot(email))) return putBack;
    return this.#send(composed, deadline);
  }

  async #send(email: OutgoingEmail, deadline: SendDeadline): Promise<DeliveryResult> {
    try {
      const response = await this.#parts.transport.send(email, deadline.start());
      return sentResult(response);
    } catch (error) {
      return resultOfFailure(error);
    } finally {
      deadline.clear();
    }
  }

  /** Waits until the rate limit allows the email. Returns false if the worker stops first. */
  async #waitForSlot({ sendAt }: ClaimedEmail): Promise<boolean> {
    const waitMs = sendAt.getTime() - this.#parts.now().getTime();
    if (waitMs <= 0) return true;
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    return !this.#stopping.signal.aborted;
  }

  /** Closes the last email's delivery when a task moves on to another one, because it may be finished. */
  async #closePreviousDelivery(finished: FinishedEmail | null, next: ClaimedEmail | null): Promise<void> {
    const id = finished?.email.deliveryId ?? null;
    if (id === null || id === next?.deliveryId) return;
    const { orm, now } = this.#parts;
    await closeDeliveryAlone(orm, id, now()).catch((error: unknown) => this.#log.databaseFailed(error));
  }

  async #closeDeliveries(): Promise<void> {
    const { orm, now } = this.#parts;
    await closeDeliveries(orm, now()).catch((error: unknown) => this.#log.databaseFailed(error));
  }
}

/**
 * The time limit of each email that a task sends, one after the other. They share a signal, because one for each email
 * would fill the memory until a full garbage collection.
 */
class SendDeadline {
  #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** Returns the signal that aborts if `clear` isn't called in time. */
  start(): AbortSignal {
    if (this.#controller.signal.aborted) this.#controller = new AbortController();
    const controller = this.#controller;
    this.#timer = setTimeout(() => controller.abort(), SEND_DEADLINE_MS);
    return controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

const gaveUp: DeliveryResult = { state: 'FAILED', response: DELIVERY_MESSAGES.gaveUp, code: null };

const notComposed: DeliveryResult = {
  state: 'DEFERRED',
  response: DELIVERY_MESSAGES.notComposed,
  code: null,
};

const putBack: DeliveryResult = {
  state: 'DEFERRED',
  response: DELIVERY_MESSAGES.serverStopped,
  code: null,
};

/** Closes a delivery in its own transaction if all of its emails are finished. */
export async function closeDeliveryAlone(orm: Orm, deliveryId: string, now: Date): Promise<void> {
  await orm.em.fork().transactional((em) => closeDelivery(em, deliveryId, now));
}

/** Closes all deliveries that a worker didn't close before it stopped. */
export async function closeDeliveries(orm: Orm, now: Date): Promise<void> {
  for (const id of await listDeliveriesToClose(orm.em.fork())) await closeDeliveryAlone(orm, id, now);
}
