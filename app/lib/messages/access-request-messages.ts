import { counted } from '#app/lib/text/counted.ts';
import { INVITE_REMOVAL_REFUSED, INVITE_RESENDING_REFUSED, SAVE_REFUSED } from './refusal-prefixes.ts';

/** Messages about requests for access to a school. */
export const ACCESS_REQUEST_MESSAGES = {
  /** The same whether or not the school exists. */
  requested: (typedName: string, appName: string) =>
    `Thanks. If ${typedName} is in ${appName}, its staff and the ${appName} office have been told. You'll get an email if they add you.`,
  withdrawn: 'Your request was withdrawn.',
  tooManyOpen: (limit: number) =>
    `You already have ${limit} open requests. Withdraw one, or wait until one is answered or expires.`,
  tooMany: (limit: number, hours: number) =>
    `You've sent ${limit} requests in the past 24 hours. Try again in ${counted(hours, 'hour')}.`,
  tooManyFromHere: (minutes: number) =>
    `Too many requests were sent from your network. Try again in ${counted(minutes, 'minute')}.`,
  notOpen: 'This request is no longer open. Someone else may have answered it.',
  accepted: (person: string, school: string) => `${person} joined the staff of ${school}.`,
  declined: "The request was declined. We don't email the person about it.",
} as const;

// Prefixes of the reasons why a request could not be sent, withdrawn, or answered.
export const REQUEST_REFUSED = 'Unable to send request: ';
export const WITHDRAWAL_REFUSED = 'Unable to withdraw request: ';
const ACCEPTANCE_REFUSED = 'Unable to accept request: ';
const DECLINE_REFUSED = 'Unable to decline request: ';

const OF_ROWS: Readonly<Record<string, string>> = {
  'resend-invite': INVITE_RESENDING_REFUSED,
  'remove-invite': INVITE_REMOVAL_REFUSED,
  'accept-request': ACCEPTANCE_REFUSED,
  'decline-request': DECLINE_REFUSED,
};

/** Returns the prefix for a button of a school's page. */
export function refusalPrefix(intent: unknown): string {
  return OF_ROWS[String(intent)] ?? SAVE_REFUSED;
}
