import type { Log } from '#app/config/log.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { type FinishedEmail, settledState } from './outbox-claims.server.ts';
import type { ClaimedEmail } from './outbox-queries.server.ts';

/** Logs the outbox's work, without addresses and texts. */
export class OutboxLog {
  readonly #log: Log;
  #waitsBecause: string | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  settled(finished: FinishedEmail): void {
    const { email, result } = finished;
    const state = settledState(finished);
    const entry = {
      emailId: email.id,
      kind: email.kind,
      attempts: email.attempts,
      state,
      smtpCode: result.code,
    };
    if (state === 'SENT') this.#log.info(entry, 'email sent');
    else this.#log.warn(entry, 'email not sent');
  }

  notComposed({ id, kind, deliveryId }: ClaimedEmail, error: unknown): void {
    this.#log.error({ err: error, emailId: id, kind, deliveryId }, "an email couldn't be created");
  }

  databaseResponded(): void {
    if (this.#waitsBecause === null) return;
    this.#waitsBecause = null;
    this.#log.info('the outbox has resumed: the database is responding again');
  }

  /** Logs each reason once until the database responds again. */
  databaseFailed(error: unknown): void {
    const because = reasonToWait(error);
    if (this.#waitsBecause === because) return;
    this.#waitsBecause = because;
    this.#log.error({ err: error }, `the outbox is waiting: ${because}`);
  }
}

/** PostgreSQL's undefined_table and undefined_column. */
const NOT_MIGRATED = new Set(['42P01', '42703']);

function reasonToWait(error: unknown): string {
  const code = isRecord(error) ? error['code'] : undefined;
  return typeof code === 'string' && NOT_MIGRATED.has(code)
    ? 'migrations are pending; run `laurel db migrate`'
    : "the database isn't responding";
}
