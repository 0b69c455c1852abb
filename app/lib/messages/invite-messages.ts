import { counted } from '#app/lib/text/counted.ts';

/** Messages about invites. */
export const INVITE_MESSAGES = {
  emailOff: (email: string) => `The automatic email “${email}” is turned off, so no email can be sent.`,
  tooMany: (limit: number, hours: number) =>
    `You've invited ${limit} people in the past 24 hours. Try again in ${counted(hours, 'hour')}, or ask an administrator.`,
  justSent: (seconds: number) =>
    `This invite was sent a moment ago. Try again in ${counted(seconds, 'second')}.`,
  invited: (email: string) => `Successfully invited ${email} to the project`,
  resent: (email: string) => `The invite was resent to ${email}.`,
  removed: 'Invite successfully removed!',
} as const;
