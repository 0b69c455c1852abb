import type { Orm } from '#db/orm.server.ts';
import { type DeliveryResult, MAX_ATTEMPTS, retryDelayMs } from './delivery-result.ts';
import {
  type ClaimedMail,
  type MailSettlement,
  settleAndClaimMail,
  settleMailAlone,
} from './outbox-queries.server.ts';

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

/**
 * Commits how the last email's attempt ended, if there was one, and the claim on the one that waits longest: before it is sent, so
 * that a crash loses none. Null where no email is due, or the rate does not permit one soon.
 */
export async function settleAndClaim(
  { orm, worker, mailRate }: Claimant,
  finished: FinishedMail | null,
  now: Date,
): Promise<ClaimedMail | null> {
  const holdsUntil = new Date(now.getTime() + CLAIM_MS);
  return settleAndClaimMail(orm, finished && settlementOf(worker, finished, now), {
    ...{ now, worker, mailRate, holdsUntil },
  });
}

/** Commits how an attempt ended and takes no other email. */
export async function settleMail(
  { orm, worker }: Claimant,
  finished: FinishedMail,
  now: Date,
): Promise<void> {
  await settleMailAlone(orm, settlementOf(worker, finished, now));
}

/** The state that an attempt's end leaves an email in: the last attempt's deferral is final. */
export function settledState({ mail, result }: FinishedMail): DeliveryResult['state'] {
  return result.state === 'DEFERRED' && mail.attempts >= MAX_ATTEMPTS ? 'FAILED' : result.state;
}

function settlementOf(worker: string, finished: FinishedMail, now: Date): MailSettlement {
  const { mail, result } = finished;
  const state = settledState(finished);
  return {
    ...{ id: mail.id, worker, claimedAt: mail.claimedAt, state, response: result.response, now },
    nextAttemptAt: state === 'DEFERRED' ? new Date(now.getTime() + retryDelayMs(mail.attempts)) : now,
    sentAt: state === 'SENT' ? now : null,
    isSaidByServer: result.code !== null,
  };
}
