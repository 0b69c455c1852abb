import { counted } from '#app/lib/text/counted.ts';

/** The dashboard's notice for administrators who signed in with a code where a passkey is required. */
export const PASSKEY_NOTICE = {
  id: 'passkey-needed',
  tone: 'warning',
  text: 'Administrators must sign in with a passkey. To use or add yours, go to Account Settings and select Manage passkeys.',
} as const;

export const PASSKEY_MESSAGES = {
  notAccepted: "That passkey wasn't accepted. Try again, or sign in with a code.",
  notAdded: "The passkey couldn't be added. Try again.",
  alreadyHere: 'There is already a passkey for your account on this device.',
  notCreated: 'No passkey was created. Try again if you still want one.',
  cannotCreate: "This browser or device couldn't create a passkey. Try a different browser or device.",
  tooMany: (max: number) => `You already have ${max} passkeys. Remove one that you don't use.`,
  tooManyAttempts: (minutes: number) =>
    `Too many attempts to sign in with a passkey from your network. Try again in ${counted(minutes, 'minute')}.`,
  added: (name: string) => `The passkey “${name}” has been added. You can now sign in with it.`,
  approved: 'The passkey has been approved.',
  removed: 'The passkey has been removed.',
} as const;
