import type { Log } from '#app/config/log.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { type FinishedMail, settledState } from './outbox-claims.server.ts';
import type { ClaimedMail } from './outbox-queries.server.ts';

/** Logs the outbox's work, without addresses and texts. */
export class OutboxLog {
  readonly #log: Log;
  #waitsBecause: string | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  settled(finished: FinishedMail): void {
    const { mail, result } = finished;
    const state = settledState(finished);
    const entry = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, state, smtpCode: result.code };
    if (state === 'SENT') this.#log.info(entry, 'email sent');
    else this.#log.warn(entry, 'email not sent');
  }

  notComposed({ id, kind, deliveryId }: ClaimedMail, error: unknown): void {
    this.#log.error({ err: error, mailId: id, kind, deliveryId }, "an email couldn't be created");
  }

  databaseAnswered(): void {
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
