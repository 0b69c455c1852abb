import { counted } from '#app/lib/text/counted.ts';

/** Messages about invites. */
export const INVITE_MESSAGES = {
  emailOff: (email: string) =>
    `The automatic email “${email}” is turned off, so the invite can't be resent. An administrator can turn it on under Automatic emails.`,
  tooMany: (limit: number, hours: number) =>
    `You've invited ${limit} people in the past 24 hours. Try again in ${counted(hours, 'hour')}, or ask an administrator.`,
  justSent: (seconds: number) =>
    `This invite was sent a moment ago. Try again in ${counted(seconds, 'second')}.`,
  expired: (school: string, day: string) =>
    `The invite to ${school} expired on ${day}. Ask the school to resend it.`,
  schoolInactive: (school: string) =>
    `${school} is inactive, so you can't join its staff. Contact your administrator.`,
  alreadyInvited: (email: string) => `${email} has already been invited.`,
  alreadyExpired: (email: string) => `${email} was invited, but the invite has expired. Resend it instead.`,
  alreadyInvitedTo: (email: string, school: string) => `${email} has already been invited to ${school}.`,
  alreadyExpiredTo: (email: string, school: string) =>
    `${email} was invited to ${school}, but the invite has expired. Resend it instead.`,
  invited: (email: string) => `Successfully invited ${email} to the project`,
  resent: (email: string) => `The invite was resent to ${email}.`,
  gone: {
    resend: 'Unable to resend invite: The invite is no longer open.',
    remove: 'Unable to remove invite: The invite is no longer open.',
  },
  removed: 'Invite successfully removed!',
} as const;
