import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { outsideLimits } from '#db/work-limits.server.ts';
import { type DeliveryResult, MAX_ATTEMPTS, resultOfFailure, sentResult } from './delivery-result.ts';
import { MailComposer } from './mail-composer.server.ts';
import { closeDelivery, listDeliveriesToClose } from './mail-queries.server.ts';
import {
  CLAIM_MS,
  type Claimant,
  type FinishedMail,
  settleAndClaim,
  settleMail,
} from './outbox-claims.server.ts';
import { OutboxLog } from './outbox-log.server.ts';
import type { ClaimedMail } from './outbox-queries.server.ts';
import type { MailTransport, OutgoingMail } from './mail-transport.server.ts';

export interface OutboxParts {
  readonly settings: Settings;
  readonly orm: Orm;
  readonly transport: MailTransport;
  readonly log: Log;
  readonly now: () => Date;
  /** How many emails are under way at the same time, whether they leave or are being fetched. */
  readonly lanes: number;
}

/** How often a worker looks for mail that nobody woke it for, like what another left behind. */
export const POLL_MS = 3_000;
/** Several commits shortly after each other wake the worker once. */
const WAKE_MS = 20;
const SEND_DEADLINE_MS = 45_000;
const SETTLE_RETRY_MS = 1_000;

/**
 * Delivers the outbox in lanes side by side; any number of workers, in any number of processes, share it. If the database is
 * away, or not migrated yet, that is logged once and tried again at the next poll.
 */
export class OutboxWorker {
  readonly #parts: OutboxParts;
  readonly #claimant: Claimant;
  readonly #composer: MailComposer;
  readonly #log: OutboxLog;
  readonly #lanes = new Set<Promise<void>>();
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
    this.#composer = new MailComposer(orm, settings);
    this.#log = new OutboxLog(log);
  }

  /** Begins to look for mail, at the first poll or when woken. */
  start(): void {
    this.#poll = setInterval(() => {
      this.#openLane();
      this.#closing ??= this.#closeDeliveries().finally(() => (this.#closing = undefined));
    }, POLL_MS).unref();
  }

  /** Tells that rows were committed. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    // The lanes go on for longer than the request that wakes them.
    this.#wake ??= outsideLimits(() =>
      setTimeout(() => {
        this.#wake = undefined;
        this.#wakes += 1;
        this.#openLane();
      }, WAKE_MS).unref(),
    );
  }

  /** Takes no more mail and waits until what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#poll);
    clearTimeout(this.#wake);
    await Promise.all([...this.#lanes, this.#closing]);
  }

  #openLane(): void {
    if (this.#stopping.signal.aborted || this.#lanes.size >= this.#parts.lanes) return;
    const lane = this.#runLane().finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #runLane(): Promise<void> {
    let finished: FinishedMail | null = null;
    for (;;) {
      const wakesBefore = this.#wakes;
      const mail: ClaimedMail | null = await this.#next(finished);
      await this.#closeDeliveryLeft(finished, mail);
      if (mail !== null) {
        this.#openLane();
        finished = { mail, result: mail.attempts > MAX_ATTEMPTS ? gaveUp : await this.#attempt(mail) };
      } else {
        finished = null;
        if (this.#wakes === wakesBefore || this.#stopping.signal.aborted) return;
      }
    }
  }

  /**
   * Settles the email that was sent and takes the next; null where there is none, or the database isn’t responding. An email
   * that left must not leave again because the database blinked: its result is offered as long as its claim holds.
   */
  async #next(finished: FinishedMail | null): Promise<ClaimedMail | null> {
    const { now } = this.#parts;
    for (;;) {
      const isStopping = this.#stopping.signal.aborted;
      try {
        const mail = isStopping ? null : await settleAndClaim(this.#claimant, finished, now());
        if (isStopping && finished !== null) await settleMail(this.#claimant, finished, now());
        this.#log.databaseAnswered();
        if (finished !== null) this.#log.settled(finished);
        return mail;
      } catch (error) {
        this.#log.databaseFailed(error);
        const heldMs = finished === null ? CLAIM_MS : now().getTime() - finished.mail.claimedAt.getTime();
        if (heldMs >= CLAIM_MS || isStopping) return null;
        await sleep(SETTLE_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #attempt(mail: ClaimedMail): Promise<DeliveryResult> {
    const composed = await this.#composer.compose(mail).catch((error: unknown) => {
      this.#log.notComposed(mail, error);
      return notComposed;
    });
    if ('state' in composed) return composed;
    if (!(await this.#comesToItsTurn(mail))) return putBack;
    return this.#send(composed);
  }

  async #send(mail: OutgoingMail): Promise<DeliveryResult> {
    // A timer that is taken back: one that runs on for each email that left long ago would hold thousands in memory.
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new Error('The mail server took too long.')),
      SEND_DEADLINE_MS,
    );
    try {
      const response = await this.#parts.transport.send(mail, deadline.signal);
      return sentResult(response);
    } catch (error) {
      return resultOfFailure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until the rate permits the email; false where the worker stops before. */
  async #comesToItsTurn({ leavesAt }: ClaimedMail): Promise<boolean> {
    const waitMs = leavesAt.getTime() - this.#parts.now().getTime();
    if (waitMs <= 0) return true;
    await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    return !this.#stopping.signal.aborted;
  }

  /** The delivery of the last mail is looked at when a lane goes on to another: that email may have been its last. */
  async #closeDeliveryLeft(finished: FinishedMail | null, next: ClaimedMail | null): Promise<void> {
    const id = finished?.mail.deliveryId ?? null;
    if (id === null || id === next?.deliveryId) return;
    const { orm, now } = this.#parts;
    await closeDeliveryAlone(orm, id, now()).catch((error: unknown) => this.#log.databaseFailed(error));
  }

  async #closeDeliveries(): Promise<void> {
    const { orm, now } = this.#parts;
    await closeDeliveries(orm, now()).catch((error: unknown) => this.#log.databaseFailed(error));
  }
}

/** For an email whose attempts all ended with their process. */
const gaveUp: DeliveryResult = { state: 'FAILED', response: 'Given up after too many attempts.', code: null };

const notComposed: DeliveryResult = {
  state: 'DEFERRED',
  response: 'The email couldn’t be created.',
  code: null,
};

const putBack: DeliveryResult = { state: 'DEFERRED', response: 'Put back: the server stopped.', code: null };

/** Closes a delivery, like `closeDelivery`, in a transaction of its own. */
export async function closeDeliveryAlone(orm: Orm, deliveryId: string, now: Date): Promise<void> {
  await orm.em.fork().transactional((em) => closeDelivery(em, deliveryId, now));
}

/** Does so for every delivery that a worker left before it could. */
export async function closeDeliveries(orm: Orm, now: Date): Promise<void> {
  for (const id of await listDeliveriesToClose(orm.em.fork())) await closeDeliveryAlone(orm, id, now);
}
