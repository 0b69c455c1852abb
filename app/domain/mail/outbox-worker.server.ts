import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#app/config/log.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { type DeliveryResult, MAX_ATTEMPTS, resultOfFailure } from './delivery-result.ts';
import type { MailTransport } from './outgoing-mail.ts';
import {
  CLAIM_MS,
  type ClaimedMail,
  type FinishedMail,
  settleAndClaim,
  settledState,
  settleMail,
} from './outbox-claims.server.ts';

export interface OutboxParts {
  readonly orm: Orm;
  readonly transport: MailTransport;
  readonly log: Log;
  readonly now: () => Date;
  /** How many mails leave at the same time; the transport has as many connections. */
  readonly lanes: number;
}

const POLL_MS = 3_000;
/** Several commits shortly after each other wake the worker once. */
const WAKE_MS = 20;
const SEND_DEADLINE_MS = 45_000;
const SETTLE_RETRY_MS = 1_000;

/**
 * Delivers the outbox: lanes side by side, each taking one mail after the other until none is due. Any number of
 * workers, in any number of processes, share one outbox. The database going away stops nothing but the work: it is
 * logged once and tried again at the next poll.
 */
export class OutboxWorker {
  readonly #parts: OutboxParts;
  readonly #name = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  readonly #lanes = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #poll: NodeJS.Timeout | undefined;
  #wake: NodeJS.Timeout | undefined;
  #wakes = 0;
  #isDatabaseAway = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Begins to look for mail, at the first poll or when woken. */
  start(): void {
    this.#poll = setInterval(() => this.#openLane(), POLL_MS).unref();
  }

  /** Tells that rows were committed. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    this.#wake ??= setTimeout(() => {
      this.#wake = undefined;
      this.#wakes += 1;
      this.#openLane();
    }, WAKE_MS).unref();
  }

  /** Takes no more mail and waits until what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#poll);
    clearTimeout(this.#wake);
    await Promise.all(this.#lanes);
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
   * Settles the mail that was sent and takes the next; null where there is none, or the database does not answer. A mail
   * that left must not leave again because the database blinked: its result is offered as long as its claim holds.
   */
  async #next(finished: FinishedMail | null): Promise<ClaimedMail | null> {
    const { orm, now } = this.#parts;
    for (;;) {
      const isStopping = this.#stopping.signal.aborted;
      try {
        const mail = isStopping ? null : await settleAndClaim(orm, this.#name, finished, now());
        if (isStopping && finished !== null) await settleMail(orm, this.#name, finished, now());
        this.#databaseAnswered();
        if (finished !== null) this.#tell(finished);
        return mail;
      } catch (error) {
        this.#databaseFailed(error);
        const heldMs = finished === null ? CLAIM_MS : now().getTime() - finished.mail.claimedAt.getTime();
        if (heldMs >= CLAIM_MS || isStopping) return null;
        await sleep(SETTLE_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #attempt(mail: ClaimedMail): Promise<DeliveryResult> {
    try {
      const response = await this.#parts.transport.send(
        {
          to: mail.toAddress,
          subject: mail.subject,
          text: mail.textBody,
          ...(mail.htmlBody === null ? {} : { html: mail.htmlBody }),
          messageId: mail.messageId,
        },
        AbortSignal.timeout(SEND_DEADLINE_MS),
      );
      return { state: 'SENT', response, code: 250 };
    } catch (error) {
      return resultOfFailure(error);
    }
  }

  #tell(finished: FinishedMail): void {
    const { mail, result } = finished;
    const state = settledState(finished);
    const entry = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, state, smtpCode: result.code };
    if (state === 'SENT') this.#parts.log.info(entry, 'mail sent');
    else this.#parts.log.warn(entry, 'mail not sent');
  }

  #databaseAnswered(): void {
    if (!this.#isDatabaseAway) return;
    this.#isDatabaseAway = false;
    this.#parts.log.info('the outbox goes on: the database is back');
  }

  #databaseFailed(error: unknown): void {
    if (this.#isDatabaseAway) return;
    this.#isDatabaseAway = true;
    this.#parts.log.error({ err: error }, 'the outbox waits: the database does not answer');
  }
}

/** For a mail whose attempts all ended with their process. */
const gaveUp: DeliveryResult = { state: 'FAILED', response: 'Given up after too many attempts.', code: null };
