import type { RecipientValues } from '#app/schemas/email.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import type { Orm } from '#db/orm.server.ts';
import { executePrepared, type PreparedStatement } from '#db/prepared-statement.server.ts';
import { type ClaimKind, claimSql, type ClaimParams, claimParams } from './claim-sql.ts';
import { type DeliveryResult, MAX_ATTEMPTS, retryDelayMs } from './delivery-result.ts';

/** Whoever has the account that a mail is for, at this moment. */
export interface UserNow {
  readonly isDeleted: boolean;
  readonly isAdmin: boolean;
  /** At the schools that the mail is about; empty for whoever belongs to none of them. */
  readonly positions: readonly StaffPosition[];
  /** One of these schools is active. */
  readonly isAtActiveSchool: boolean;
}

/** A mail of the outbox that this worker alone holds for `CLAIM_MS`. One of a delivery has no text of its own. */
export interface ClaimedMail {
  readonly id: string;
  readonly kind: string;
  readonly deliveryId: string | null;
  readonly highSchoolIds: readonly string[];
  /** Null where no account is known of it. */
  readonly userId: string | null;
  /** The recipient's present one. */
  readonly toAddress: string;
  readonly subject: string | null;
  readonly textBody: string | null;
  readonly recipient: RecipientValues | null;
  readonly messageId: string;
  /** This attempt included. */
  readonly attempts: number;
  /** Mail to the address came back after this one was written. */
  readonly isBounced: boolean;
  /** Null for a mail to an address of which no account is known. */
  readonly userNow: UserNow | null;
  /** The invite that it is about was accepted or taken back. */
  readonly isInviteGone: boolean;
  /** It is an invite to an address whose account was deleted: whoever invites is not told so. */
  readonly isDeletedInvited: boolean;
  readonly claimedAt: Date;
  /** When it may leave; in the past where nothing limits the rate. */
  readonly leavesAt: Date;
}

interface ClaimedRow {
  id: string;
  kind: string;
  delivery_id: string | null;
  high_school_ids: string[];
  user_id: string | null;
  to_address: string;
  subject: string | null;
  text_body: string | null;
  merge_values: RecipientValues | null;
  message_id: string;
  attempts: number;
  is_bounced: boolean;
  user_now: UserNow | null;
  is_invite_gone: boolean;
  is_deleted_invited: boolean;
  leaves_at: Date | string | null;
}

/** A claimed mail whose attempt has ended. */
export interface FinishedMail {
  readonly mail: ClaimedMail;
  readonly result: DeliveryResult;
}

/** Who takes mail, and how fast all workers together may. */
export interface Claimant {
  readonly orm: Orm;
  readonly worker: string;
  /** Mails a second at most; null without a limit. */
  readonly mailRate: number | null;
}

/**
 * How long a claim holds: longer than its turn and its sending may take. One that its worker left behind is taken again at the next poll
 * afterwards, so within 60 s (decisions, section 6).
 */
export const CLAIM_MS = 56_000;

const SETTLE = `
  update outbox_mail
     set state = ?, response = ?, next_attempt_at = ?, sent_at = ?, claimed_at = null, claimed_by = null
   where id = ? and state = 'SENDING' and claimed_by = ? and claimed_at = ?
  returning to_address, state, response`;

/** An address that the server called wrong just now gets no further mail until an administrator clears it. */
const SETTLED_AND_BOUNCED = `
  settled as (${SETTLE}),
  bounced as (
    insert into bounced_address (address, source, reason, bounced_at)
    select lower(to_address), 'SMTP', coalesce(response, ''), ? from settled where state = 'BOUNCED' and ?
        on conflict (address) do nothing)`;

/**
 * Commits how the last mail's attempt ended, if there was one, and takes the mail that waits longest, in one statement:
 * a mail costs the database one commit. The claim is committed before anything is sent, so that a crash loses none; rows
 * that another worker is taking at this moment are passed over, and a claim that was taken over meanwhile is not
 * settled. Answers null where no mail is due, or the rate does not permit one soon.
 */
export async function settleAndClaim(
  { orm, worker, mailRate }: Claimant,
  finished: FinishedMail | null,
  now: Date,
): Promise<ClaimedMail | null> {
  const claim: ClaimParams = {
    now,
    worker,
    mailRate,
    holdsUntil: new Date(now.getTime() + CLAIM_MS),
    except: finished?.mail.id ?? null,
  };
  const kind: ClaimKind = { isSettling: finished !== null, isPaced: mailRate !== null };
  const rows = await executePrepared<ClaimedRow>(orm, claimStatement(kind), [
    ...(finished === null ? [] : settleValues(worker, finished, now)),
    ...claimParams(claim),
  ]);
  return rows[0] === undefined ? null : claimedMail(rows[0], now);
}

/** Commits how an attempt ended and takes no other mail. */
export async function settleMail(
  { orm, worker }: Claimant,
  finished: FinishedMail,
  now: Date,
): Promise<void> {
  await orm.em.fork().execute(`with ${SETTLED_AND_BOUNCED} select`, settleValues(worker, finished, now));
}

function claimStatement(kind: ClaimKind): PreparedStatement {
  return {
    name: `claim_mail${kind.isSettling ? '_settling' : ''}${kind.isPaced ? '_paced' : ''}`,
    sql: `with ${kind.isSettling ? `${SETTLED_AND_BOUNCED}, ` : ''}${claimSql(kind)}`,
  };
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
  const isSaidByServer = result.code !== null;
  return [
    ...[state, result.response, nextAttemptAt, sentAt, mail.id, worker, mail.claimedAt],
    ...[now, isSaidByServer],
  ];
}

function claimedMail(row: ClaimedRow, claimedAt: Date): ClaimedMail {
  return {
    id: row.id,
    kind: row.kind,
    deliveryId: row.delivery_id,
    highSchoolIds: row.high_school_ids,
    userId: row.user_id,
    toAddress: row.to_address,
    subject: row.subject,
    textBody: row.text_body,
    recipient: row.merge_values,
    messageId: row.message_id,
    attempts: row.attempts,
    isBounced: row.is_bounced,
    userNow: row.user_now,
    isInviteGone: row.is_invite_gone,
    isDeletedInvited: row.is_deleted_invited,
    claimedAt,
    leavesAt: row.leaves_at === null ? claimedAt : new Date(row.leaves_at),
  };
}
