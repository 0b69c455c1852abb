import { oneLine } from '#app/lib/markup/merge-fields.ts';
import { isRecord } from '#app/lib/records.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import type { EmailState } from '#app/schemas/enums.ts';

export interface DeliveryResult {
  readonly state: Exclude<EmailState, 'QUEUED' | 'SENDING'>;
  /** The server's response, or our own message. It may contain the recipient's address, so it must not be logged. */
  readonly response: string;
  /** The server's three-digit reply code; null if there was none. */
  readonly code: number | null;
}

export const MAX_ATTEMPTS = 10;

const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 60 * 60_000;
const RESPONSE_MAX = 500;

/** Errors in which the server refused this email, not the connection or the session. */
const REFUSED_EMAIL = new Set(['EENVELOPE', 'EMESSAGE']);
/** A refused MAIL FROM concerns our sender address instead. */
const ABOUT_RECIPIENT = new Set(['RCPT TO', 'DATA']);
/** RFC 3463: 5.1.7 and 5.1.8 concern the sender's address. */
const WRONG_ADDRESS = /^5\d\d[ -]5\.1\.(?![78]\b)\d/;

/**
 * Classifies a failed attempt (decisions, section 6). 5xx about the email is final, and 5.1.x about a recipient is a
 * bounce. Everything else is retried, including a failed login to the server, which can be fixed.
 */
export function resultOfFailure(error: unknown): DeliveryResult {
  const details = isRecord(error) ? error : {};
  const code = typeof details['responseCode'] === 'number' ? details['responseCode'] : null;
  const response = responseOf(details);
  const isRefused =
    REFUSED_EMAIL.has(String(details['code'])) && code !== null && code >= 500 && code !== 503;
  if (!isRefused) return { state: 'DEFERRED', response, code };
  const isAboutRecipient = ABOUT_RECIPIENT.has(String(details['command'])) && WRONG_ADDRESS.test(response);
  return { state: isAboutRecipient ? 'BOUNCED' : 'FAILED', response, code };
}

export function sentResult(response: string): DeliveryResult {
  return { state: 'SENT', response: shortened(response), code: 250 };
}

/** Returns the result for an email that was never sent, for a permanent reason. */
export function notSent(why: string): DeliveryResult {
  return { state: 'CANCELLED', response: why, code: null };
}

/** nodemailer's error code after our time limit has aborted an email. */
const TIME_LIMIT = 'EABORT';
/** nodemailer's message for a connection that was lost again after a retry. */
const CLOSED_TWICE = 'Reached maximum number of retries after connection was closed';

/** Returns the delay after this many attempts: a minute, doubling up to an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

function responseOf(details: Readonly<Record<string, unknown>>): string {
  const response = details['response'] ?? details['message'];
  if (details['code'] === TIME_LIMIT) return DELIVERY_MESSAGES.tooSlow;
  if (response === CLOSED_TWICE) return DELIVERY_MESSAGES.connectionLost;
  const text = typeof response === 'string' && response !== '' ? response : DELIVERY_MESSAGES.notAccepted;
  return shortened(text);
}

/** Limits the response to one line of valid characters without bidirectional controls. */
function shortened(response: string): string {
  return oneLine(response)
    .slice(0, RESPONSE_MAX)
    .replace(/\p{Cs}/gu, '\ufffd');
}
