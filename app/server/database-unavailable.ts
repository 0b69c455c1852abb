import { isCanceled, isLockedElsewhere } from '#app/domain/retryable-transaction-error.ts';
import { connectionErrorOf } from '#db/connection-errors.ts';

const CHECK_FIRST =
  "The database didn't confirm your change. It may have been saved, so check before you try again.";
const SENTENCES = {
  LOST: "The database can't be reached right now. Try again in a few seconds.",
  NO_RESPONSE: "The database didn't respond in time. Try again in a few seconds.",
  POOL_IN_USE: 'The server is busy. Try again in a few seconds.',
} as const;
const LOCKED = 'Someone else is changing the same data. Try again in a few seconds.';

/** Returns whether an error means that the database connection was lost or couldn't be opened. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return connectionErrorOf(error) !== null;
}

/** Returns the message for an unavailable, slow, or locked database; null for other errors. */
export function unavailableSentence(error: unknown): string | null {
  const connectionError = connectionErrorOf(error);
  if (connectionError !== null)
    return connectionError.mayBeSaved ? CHECK_FIRST : SENTENCES[connectionError.loss];
  if (isLockedElsewhere(error)) return LOCKED;
  return isCanceled(error) ? SENTENCES.NO_RESPONSE : null;
}
