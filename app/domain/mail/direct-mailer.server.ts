import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#app/config/log.server.ts';
import type { DirectMail } from '#app/domain/ctx.server.ts';
import { resultOfFailure } from './delivery-result.ts';
import type { MailTransport } from './outgoing-mail.ts';

/** The pauses before the second and the third try; a code is worth little when it comes late. */
const RETRY_PAUSES_MS = [1_000, 4_000];
const SEND_DEADLINE_MS = 20_000;

/** Sends mails at once, in the background, and knows which are under way. The log never holds their address or text. */
export class DirectMailer {
  readonly #transport: MailTransport;
  readonly #log: Log;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(transport: MailTransport, log: Log) {
    this.#transport = transport;
    this.#log = log;
  }

  sendSoon(mail: DirectMail): void {
    const delivery = this.#deliver(mail).finally(() => this.#underWay.delete(delivery));
    this.#underWay.add(delivery);
  }

  /** Waits for the mails under way, without another try for those that fail from now on. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay);
  }

  async #deliver(mail: DirectMail): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#transport.send(mail, AbortSignal.timeout(SEND_DEADLINE_MS));
        return;
      } catch (error) {
        const { state, code } = resultOfFailure(error);
        const pause = state === 'DEFERRED' ? RETRY_PAUSES_MS[attempt - 1] : undefined;
        const isLast = pause === undefined || this.#stopping.signal.aborted;
        this.#log[isLast ? 'error' : 'warn'](
          { attempt, smtpCode: code, fault: faultOf(error) },
          isLast ? 'a sign-in code was not mailed' : 'a sign-in code is mailed again in a moment',
        );
        if (isLast) return;
        await sleep(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }
}

/** The kind of a failure, like ECONNECTION; its message may name the address. */
function faultOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
