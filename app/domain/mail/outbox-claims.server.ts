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

/** How long a claim holds; one that its worker left behind is taken again afterwards. */
export const CLAIM_MS = 60_000;

/**
 * Takes the mails that are due, the longest waiting first. The claim is committed before anything is sent, so that a
 * crash loses none; rows that another worker is taking at this moment are passed over.
 */
export async function claimMails(orm: Orm, worker: string, now: Date, limit: number): Promise<ClaimedMail[]> {
  const rows = await orm.em.fork().execute<ClaimedRow[]>(
    `with due as materialized (
       select id from outbox_mail
        where state in ('QUEUED', 'SENDING', 'DEFERRED') and next_attempt_at <= ?
        order by next_attempt_at limit ? for update skip locked)
     update outbox_mail mail
        set state = 'SENDING', claimed_at = ?, claimed_by = ?, attempts = mail.attempts + 1, next_attempt_at = ?
       from due where mail.id = due.id
     returning mail.id, mail.kind, mail.to_address, mail.subject, mail.text_body, mail.html_body, mail.message_id,
               mail.attempts`,
    [now, limit, now, worker, new Date(now.getTime() + CLAIM_MS)],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    toAddress: row.to_address,
    subject: row.subject,
    textBody: row.text_body,
    htmlBody: row.html_body,
    messageId: row.message_id,
    attempts: row.attempts,
    claimedAt: now,
  }));
}

/**
 * Commits how an attempt ended, unless the claim was taken over meanwhile. The last attempt's deferral is final.
 * Answers the state that was written.
 */
export async function settleClaim(
  orm: Orm,
  worker: string,
  mail: ClaimedMail,
  result: DeliveryResult,
  now: Date,
): Promise<DeliveryResult['state']> {
  const state = result.state === 'DEFERRED' && mail.attempts >= MAX_ATTEMPTS ? 'FAILED' : result.state;
  const nextAttemptAt = state === 'DEFERRED' ? new Date(now.getTime() + retryDelayMs(mail.attempts)) : now;
  await orm.em.fork().execute(
    `update outbox_mail
        set state = ?, response = ?, next_attempt_at = ?, sent_at = ?, claimed_at = null, claimed_by = null
      where id = ? and state = 'SENDING' and claimed_by = ? and claimed_at = ?`,
    [state, result.response, nextAttemptAt, state === 'SENT' ? now : null, mail.id, worker, mail.claimedAt],
  );
  return state;
}
