import type { Log } from '#app/config/log.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { type FinishedMail, settledState } from './outbox-claims.server.ts';
import type { ClaimedMail } from './outbox-queries.server.ts';

/** What an operator is told of the outbox, without addresses and texts. */
export class OutboxLog {
  readonly #log: Log;
  /** Why no email is taken, as it was logged; null while the database does what it is asked. */
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
    this.#log.error({ err: error, mailId: id, kind, deliveryId }, 'an email could not be created');
  }

  databaseAnswered(): void {
    if (this.#waitsBecause === null) return;
    this.#waitsBecause = null;
    this.#log.info('the outbox continues: the database is back');
  }

  /** Once for each reason, until the database has answered again. */
  databaseFailed(error: unknown): void {
    const because = reasonToWait(error);
    if (this.#waitsBecause === because) return;
    this.#waitsBecause = because;
    this.#log.error({ err: error }, `the outbox is waiting: ${because}`);
  }
}

/** PostgreSQL's words for a table and a column that are not there. */
const NOT_MIGRATED = new Set(['42P01', '42703']);

/** What an operator is told; the error beside it has the details. */
function reasonToWait(error: unknown): string {
  const code = isRecord(error) ? error['code'] : undefined;
  return typeof code === 'string' && NOT_MIGRATED.has(code)
    ? 'the database lacks migrations: run `laurel db migrate`'
    : 'the database isn’t responding';
}
