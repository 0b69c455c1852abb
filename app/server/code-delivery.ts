import { LOGIN_EMAIL_SECONDS } from '#app/config/constants.ts';
import type { CodeDelivery } from '#app/schemas/screen-responses.ts';

/** Returns what a screen shows about a requested code. Times are ISO 8601. */
export function codeDelivery(
  requested: Pick<CodeDelivery, 'email' | 'sendsAt' | 'requestedAt' | 'isAgain'>,
  now: Date,
): CodeDelivery {
  const { email, sendsAt, requestedAt, isAgain } = requested;
  const secondsUntilSent = Math.ceil((Date.parse(sendsAt) - now.getTime()) / 1000);
  return {
    ...{ email, sendsAt, requestedAt, isAgain },
    secondsUntilSent: Math.max(0, secondsUntilSent),
    secondsUntilNext: Math.max(0, secondsUntilSent + LOGIN_EMAIL_SECONDS),
  };
}
