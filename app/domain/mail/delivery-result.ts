import { oneLine } from '#app/lib/markup/merge-fields.ts';
import { isRecord } from '#app/lib/records.ts';
import type { MailState } from '#app/schemas/enums.ts';

/** How one attempt to deliver an email ended. */
export interface DeliveryResult {
  readonly state: Exclude<MailState, 'QUEUED' | 'SENDING'>;
  /** The server's words, or ours where it said nothing. They may name the recipient: for the row, never for the log. */
  readonly response: string;
  /** The server's three-digit answer; null where it gave none. */
  readonly code: number | null;
}

export const MAX_ATTEMPTS = 10;

const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 60 * 60_000;
const RESPONSE_MAX = 500;

/** The server refused this email itself, rather than us, the connection or the session. */
const REFUSED_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);
/** A refusal of MAIL FROM is about the sender, which is ours to mend. */
const ABOUT_RECIPIENT = new Set(['RCPT TO', 'DATA']);
/** RFC 3463: of addresses 5.1.7 and 5.1.8 are the sender's. */
const WRONG_ADDRESS = /^5\d\d[ -]5\.1\.(?![78]\b)\d/;

/**
 * What a failed attempt means (decisions, section 6): 5xx about the email is final, 5.1.x of a recipient says that the address is wrong;
 * everything else is tried again, also a server that refuses our sign-in, which an administrator will mend.
 */
export function resultOfFailure(error: unknown): DeliveryResult {
  const details = isRecord(error) ? error : {};
  const code = typeof details['responseCode'] === 'number' ? details['responseCode'] : null;
  const response = responseOf(details);
  const isRefused = REFUSED_MAIL.has(String(details['code'])) && code !== null && code >= 500 && code !== 503;
  if (!isRefused) return { state: 'DEFERRED', response, code };
  const isAboutRecipient = ABOUT_RECIPIENT.has(String(details['command'])) && WRONG_ADDRESS.test(response);
  return { state: isAboutRecipient ? 'BOUNCED' : 'FAILED', response, code };
}

/** What it means that the server took an email, in its words. */
export function sentResult(response: string): DeliveryResult {
  return { state: 'SENT', response: shortened(response), code: 250 };
}

/** Why an email to such an address does not leave. */
export const CAME_BACK = 'Not sent: this address bounced.';

/** An email that was never handed to the server, for a reason that will not pass. */
export function notSent(why: string): DeliveryResult {
  return { state: 'CANCELLED', response: why, code: null };
}

/** What nodemailer's pool calls a connection that was lost, also after one more try. */
const LOST_TWICE = 'Reached maximum number of retries after connection was closed';

/** How long to wait after so many attempts: a minute, doubling up to an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

function responseOf(details: Readonly<Record<string, unknown>>): string {
  const response = details['response'] ?? details['message'];
  if (response === LOST_TWICE) return 'The mail server took too long or closed the connection.';
  const text =
    typeof response === 'string' && response !== '' ? response : 'The mail server didn’t accept the email.';
  return shortened(text);
}

/** A server may say anything: what is kept is one line of whole characters that turns nothing around it. */
function shortened(said: string): string {
  return oneLine(said)
    .slice(0, RESPONSE_MAX)
    .replace(/\p{Cs}/gu, '\ufffd');
}
