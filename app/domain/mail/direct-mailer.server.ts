import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#app/config/log.server.ts';
import type { DirectEmail } from '#app/domain/ctx.server.ts';
import { type DeliveryResult, resultOfFailure } from './delivery-result.ts';
import type { MailTransport } from './mail-transport.server.ts';

/** Pauses before the second and third attempts. Short, because codes expire soon. */
const RETRY_PAUSES_MS = [1_000, 4_000];
const SEND_DEADLINE_MS = 20_000;
/** Time limit of an attempt. Short, because a user is waiting for the result. */
const TRY_DEADLINE_MS = 10_000;

interface Attempt {
  readonly result: DeliveryResult;
  /** Error code; null if the email was accepted. */
  readonly error: string | null;
}

/** Sends emails directly, without the outbox, and tracks those in progress. Addresses and texts are never logged. */
export class DirectMailer {
  readonly #transport: MailTransport;
  readonly #log: Log;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(transport: MailTransport, log: Log) {
    this.#transport = transport;
    this.#log = log;
  }

  sendSoon(email: DirectEmail): void {
    void this.#untilEnd(this.#deliver(email));
  }

  sendNow(email: DirectEmail): Promise<DeliveryResult> {
    return this.#untilEnd(this.#try(email));
  }

  /** Waits for emails in progress, without retrying those that fail. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay);
  }

  #untilEnd<Result>(work: Promise<Result>): Promise<Result> {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  async #deliver(email: DirectEmail): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { result, error } = await this.#attempt(email, SEND_DEADLINE_MS);
      if (error === null) return;
      const pause = result.state === 'DEFERRED' ? RETRY_PAUSES_MS[attempt - 1] : undefined;
      const isLast = pause === undefined || this.#stopping.signal.aborted;
      const details = { attempt, smtpCode: result.code, error };
      if (isLast) {
        this.#log.error(details, "a code couldn't be emailed");
        return;
      }
      this.#log.warn(details, "a code couldn't be emailed; retrying shortly");
      await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  async #try(email: DirectEmail): Promise<DeliveryResult> {
    const { result, error } = await this.#attempt(email, TRY_DEADLINE_MS);
    if (error !== null) this.#log.warn({ smtpCode: result.code, error }, "a test email couldn't be sent");
    return result;
  }

  async #attempt(email: DirectEmail, deadlineMs: number): Promise<Attempt> {
    try {
      const response = await this.#transport.send(email, AbortSignal.timeout(deadlineMs));
      return { result: { state: 'SENT', response, code: 250 }, error: null };
    } catch (error) {
      return { result: resultOfFailure(error), error: describeError(error) };
    }
  }
}

/** Returns the code of an error, like ECONNECTION. Its message may contain the address. */
function describeError(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
