import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#app/config/log.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { type DeliveryResult, MAX_ATTEMPTS, resultOfFailure } from './delivery-result.ts';
import type { MailTransport } from './outgoing-mail.ts';
import { CLAIM_MS, type ClaimedMail, claimMails, settleClaim } from './outbox-claims.server.ts';

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
    try {
      while (!this.#stopping.signal.aborted) {
        const wakesBefore = this.#wakes;
        const [mail] = await this.#claimOne();
        if (mail !== undefined) {
          this.#openLane();
          await this.#deliver(mail);
        } else if (this.#wakes === wakesBefore) {
          return;
        }
      }
    } catch (error) {
      this.#databaseFailed(error);
    }
  }

  async #claimOne(): Promise<ClaimedMail[]> {
    const claimed = await claimMails(this.#parts.orm, this.#name, this.#parts.now(), 1);
    if (this.#isDatabaseAway) {
      this.#isDatabaseAway = false;
      this.#parts.log.info('the outbox goes on: the database is back');
    }
    return claimed;
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const result = mail.attempts > MAX_ATTEMPTS ? gaveUp : await this.#attempt(mail);
    const state = await this.#settle(mail, result);
    const entry = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, state, smtpCode: result.code };
    if (state === 'SENT') this.#parts.log.info(entry, 'mail sent');
    else this.#parts.log.warn(entry, 'mail not sent');
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

  /** A mail that left must not leave again because the database blinked: the result is written as long as the claim holds. */
  async #settle(mail: ClaimedMail, result: DeliveryResult): Promise<DeliveryResult['state'] | 'UNKNOWN'> {
    for (;;) {
      const now = this.#parts.now();
      try {
        return await settleClaim(this.#parts.orm, this.#name, mail, result, now);
      } catch (error) {
        this.#databaseFailed(error);
        const isOver = now.getTime() - mail.claimedAt.getTime() >= CLAIM_MS;
        if (isOver || this.#stopping.signal.aborted) return 'UNKNOWN';
        await sleep(SETTLE_RETRY_MS, undefined, { ref: false });
      }
    }
  }

  #databaseFailed(error: unknown): void {
    if (this.#isDatabaseAway) return;
    this.#isDatabaseAway = true;
    this.#parts.log.error({ err: error }, 'the outbox waits: the database does not answer');
  }
}

/** For a mail whose attempts all ended with their process. */
const gaveUp: DeliveryResult = { state: 'FAILED', response: 'Given up after too many attempts.', code: null };
