import { counted } from '#app/lib/text/counted.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';

/** Sentences about messages between a school and the office. */
export const MESSAGE_MESSAGES = {
  sent: 'Message sent.',
  tooMany: (limit: number, minutes: number) =>
    `You've sent ${limit} messages in the past hour. Try again in ${counted(minutes, 'minute')}.`,
  forSchool:
    "Don't include students' birth dates or addresses. Everyone with access at your school and everyone in the office can read this.",
  forOffice:
    "Don't include students' birth dates or addresses. Everyone with access at the school and everyone in the office can read this.",
} as const;

/** Returns 'Messages', or 'Messages (2 unread)'. */
export function messagesLabel(unread: number): string {
  return unread === 0 ? 'Messages' : `Messages (${unread} unread)`;
}

/** Returns the name of the administrators' side of a conversation. */
export function officeName(appName: string): string {
  return `${appName} office`;
}

/** Titles of the decisions whose reasons and note are shown among the messages. */
export const DECISION_TITLES = {
  'designation.returned': 'Returned for correction',
  'designation.approved': 'Approved',
  'designation.rejected': 'Rejected',
  'designation.reopened': 'Status changed',
} as const satisfies Partial<Record<EventKind, string>>;
