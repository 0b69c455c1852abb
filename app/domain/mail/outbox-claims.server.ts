import type { Orm } from '#db/orm.server.ts';
import { type DeliveryResult, MAX_ATTEMPTS, retryDelayMs } from './delivery-result.ts';

/** A mail of the outbox that this worker alone holds for `CLAIM_MS`. */
export interface ClaimedMail {
  readonly id: string;
  readonly kind: string;
  readonly toAddress: string;
  readonly subject: string;
  readonly textBody: string;
  readonly htmlBody: string | null;
  readonly messageId: string;
  /** This attempt included. */
  readonly attempts: number;
  readonly claimedAt: Date;
}

interface ClaimedRow {
  id: string;
  kind: string;
  to_address: string;
  subject: string;
  text_body: string;
  html_body: string | null;
  message_id: string;
  attempts: number;
}

/** A claimed mail whose attempt has ended. */
export interface FinishedMail {
  readonly mail: ClaimedMail;
  readonly result: DeliveryResult;
}

/** How long a claim holds; one that its worker left behind is taken again afterwards. */
export const CLAIM_MS = 60_000;

const DUE = `state in ('QUEUED', 'SENDING', 'DEFERRED') and next_attempt_at <= ?`;

const CLAIM = `
  due as materialized (
    select id from outbox_mail where ${DUE} and id is distinct from ?::uuid
     order by next_attempt_at limit 1 for update skip locked)
  update outbox_mail mail
     set state = 'SENDING', claimed_at = ?, claimed_by = ?, attempts = mail.attempts + 1, next_attempt_at = ?
    from due where mail.id = due.id
  returning mail.id, mail.kind, mail.to_address, mail.subject, mail.text_body, mail.html_body, mail.message_id,
            mail.attempts`;

const SETTLE = `
  update outbox_mail
     set state = ?, response = ?, next_attempt_at = ?, sent_at = ?, claimed_at = null, claimed_by = null
   where id = ? and state = 'SENDING' and claimed_by = ? and claimed_at = ?`;

/**
 * Commits how the last mail's attempt ended, if there was one, and takes the mail that waits longest, in one statement:
 * a mail costs the database one commit. The claim is committed before anything is sent, so that a crash loses none; rows
 * that another worker is taking at this moment are passed over, and a claim that was taken over meanwhile is not
 * settled. Answers null where no mail is due.
 */
export async function settleAndClaim(
  orm: Orm,
  worker: string,
  finished: FinishedMail | null,
  now: Date,
): Promise<ClaimedMail | null> {
  const claimValues = [now, finished?.mail.id ?? null, now, worker, new Date(now.getTime() + CLAIM_MS)];
  const rows =
    finished === null
      ? await orm.em.fork().execute<ClaimedRow[]>(`with ${CLAIM}`, claimValues)
      : await orm.em
          .fork()
          .execute<ClaimedRow[]>(`with settled as (${SETTLE}), ${CLAIM}`, [
            ...settleValues(worker, finished, now),
            ...claimValues,
          ]);
  return rows[0] === undefined ? null : claimedMail(rows[0], now);
}

/** Commits how an attempt ended and takes no other mail. */
export async function settleMail(orm: Orm, worker: string, finished: FinishedMail, now: Date): Promise<void> {
  await orm.em.fork().execute(SETTLE, settleValues(worker, finished, now));
}

/** The state that an attempt's end leaves a mail in: the last attempt's deferral is final. */
export function settledState({ mail, result }: FinishedMail): DeliveryResult['state'] {
  return result.state === 'DEFERRED' && mail.attempts >= MAX_ATTEMPTS ? 'FAILED' : result.state;
}

function settleValues(worker: string, finished: FinishedMail, now: Date): unknown[] {
  const { mail, result } = finished;
  const state = settledState(finished);
  const nextAttemptAt = state === 'DEFERRED' ? new Date(now.getTime() + retryDelayMs(mail.attempts)) : now;
  const sentAt = state === 'SENT' ? now : null;
  return [state, result.response, nextAttemptAt, sentAt, mail.id, worker, mail.claimedAt];
}

function claimedMail(row: ClaimedRow, claimedAt: Date): ClaimedMail {
  return {
    id: row.id,
    kind: row.kind,
    toAddress: row.to_address,
    subject: row.subject,
    textBody: row.text_body,
    htmlBody: row.html_body,
    messageId: row.message_id,
    attempts: row.attempts,
    claimedAt,
  };
}
