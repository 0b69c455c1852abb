import type { Orm } from '#db/orm.server.ts';
import { type DeliveryResult, MAX_ATTEMPTS, retryDelayMs } from './delivery-result.ts';
import {
  type ClaimedEmail,
  type EmailSettlement,
  settleAndClaimEmail,
  settleEmailAlone,
} from './outbox-queries.server.ts';

export interface FinishedEmail {
  readonly email: ClaimedEmail;
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
  finished: FinishedEmail | null,
  now: Date,
): Promise<ClaimedEmail | null> {
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  return settleAndClaimEmail(orm, finished && settlementOf(worker, finished, now), {
    ...{ now, worker, mailRate, claimedUntil },
  });
}

/** Commits the result of an attempt without claiming another email. */
export async function settleEmail(
  { orm, worker }: Claimant,
  finished: FinishedEmail,
  now: Date,
): Promise<void> {
  await settleEmailAlone(orm, settlementOf(worker, finished, now));
}

/** Returns the email's new state. A deferral is final after the last attempt. */
export function settledState({ email, result }: FinishedEmail): DeliveryResult['state'] {
  return result.state === 'DEFERRED' && email.attempts >= MAX_ATTEMPTS ? 'FAILED' : result.state;
}

function settlementOf(worker: string, finished: FinishedEmail, now: Date): EmailSettlement {
  const { email, result } = finished;
  const state = settledState(finished);
  return {
    ...{ id: email.id, worker, claimedAt: email.claimedAt, state, response: result.response, now },
    nextAttemptAt: state === 'DEFERRED' ? new Date(now.getTime() + retryDelayMs(email.attempts)) : now,
    sentAt: state === 'SENT' ? now : null,
    isServerResponse: result.code !== null,
  };
}
