import { counted } from '#app/lib/text/counted.ts';

/** Messages about access requests to a school. */
export const ACCESS_REQUEST_MESSAGES = {
  /** The same whether or not the school exists. */
  requested: (typedName: string, appName: string) =>
    `Thanks. If ${typedName} is in ${appName}, its staff and the ${appName} office can see your request. You'll get an email if they add you.`,
  withdrawn: 'Your request was withdrawn.',
  tooManyOpen: (limit: number) =>
    `You already have ${limit} open requests. Withdraw one, or wait until one is answered or expires.`,
  tooMany: (limit: number, hours: number) =>
    `You've sent ${limit} requests in the past 24 hours. Try again in ${counted(hours, 'hour')}.`,
  tooManyFromHere: (minutes: number) =>
    `Too many requests were sent from your network. Try again in ${counted(minutes, 'minute')}.`,
  notOpen: 'This request is no longer open. Someone else may have answered it.',
  inactive: (school: string) => `${school} is inactive, so no one can join its staff.`,
  addressChanged: (email: string) =>
    `This person's email address has changed to ${email}. Check the new address, then accept the request again.`,
  accepted: (person: string, school: string) => `${person} joined the staff of ${school}.`,
  declined: "The request was declined. We won't email the person about it.",
} as const;
