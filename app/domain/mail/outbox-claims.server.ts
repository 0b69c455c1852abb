import type { Orm } from '#db/orm.server.ts';
import { type DeliveryResult, MAX_ATTEMPTS, retryDelayMs } from './delivery-result.ts';
import {
  type ClaimedMail,
  type MailSettlement,
  settleAndClaimMail,
  settleMailAlone,
} from './outbox-queries.server.ts';

export interface FinishedMail {
  readonly mail: ClaimedMail;
  readonly result: DeliveryResult;
}

export interface Claimant {
  readonly orm: Orm;
  readonly worker: string;
  /** Emails per second for all workers together; null for no limit. */
  readonly mailRate: number | null;
}

/** Longer than the rate-limit wait plus the send. Abandoned claims are reclaimed within 60 s (decisions, section 6). */
export const CLAIM_MS = 56_000;

/**
 * Commits the last result, and the next claim before it is sent so a crash loses no email. Null if none is due soon.
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

/** Commits the result of an attempt without claiming another email. */
export async function settleMail(
  { orm, worker }: Claimant,
  finished: FinishedMail,
  now: Date,
): Promise<void> {
  await settleMailAlone(orm, settlementOf(worker, finished, now));
}

/** Returns the email's new state. A deferral is final after the last attempt. */
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
