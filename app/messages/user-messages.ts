import { counted } from '#app/lib/text/counted.ts';

/** Messages about accounts and sign-in codes. */
export const USER_MESSAGES = {
  deleted: 'This account has been deleted.',
  codeNeeded: 'Request a code for the new address, then enter it here.',
  emailTaken: 'Another account already has this email address. Use a different one.',
  invitedAddress: (email: string) =>
    `${email} has a pending invite, so a deleted account can't use this address.`,
  codeNotNeeded: 'A code is only needed to change your own email address.',
  lastAdministrator: 'This is the last administrator. Make someone else an administrator first.',
  flagsNotAllowed: 'Only administrators may change flags.',
  nameNeeded: 'Enter a first name or a last name.',
  alreadySignedIn: "You're signed in, so you already have an account.",
  notSignedIn: 'First, sign in with a code. Your account will use the email address we sent it to.',
  otherAddress: 'The account can only be created for the address that you signed in with.',
  accountExists: (email: string) => `There is already an account with the email ${email}.`,
  signInAgain: (minutes: number) =>
    `You last signed in more than ${minutes} minutes ago. Sign in again to do this.`,
  wrongCode: 'That code is incorrect or has expired. Request a new one.',
  noAttemptsLeft: 'Too many incorrect codes were entered. Request a new code.',
  noAttemptsLeftUseLink:
    'Too many incorrect codes were entered. Open the link in your latest email, or request a new code.',
  addressLocked: (minutes: number) =>
    `Too many incorrect codes were entered for this address. Try again in ${counted(minutes, 'minute')}.`,
  addressLockedUseLink: (minutes: number) =>
    `Too many incorrect codes were entered for this address. Open the link in your latest email, or try again in ${counted(minutes, 'minute')}.`,
  tooManyCodes: (minutes: number) =>
    `Too many codes were requested from your network. Try again in ${counted(minutes, 'minute')}.`,
  signedOut: 'Signed out everywhere.',
  signedOutOfBrowser: (ended: number) =>
    ended === 0 ? 'That sign-in had already ended.' : 'Signed out of that browser.',
  restoreMerged: "This account was merged into another one, so it can't be restored.",
  merge: {
    done: 'The accounts have been merged. Everything is in this one now.',
    sameAccount: "An account can't be merged with itself. Choose another user.",
    ownAccount: "You can't merge your own account into another one. Keep your account instead.",
    alreadyMerged: (who: string) => `${who} has already been merged into another account.`,
    intoMerged: (who: string) =>
      `${who} has been merged into another account, so you can't keep it. Merge with that account instead.`,
    intoDeleted: (who: string) =>
      `${who} has been deleted, so you can't keep it. Keep the other account, or restore this one first.`,
    administrator: (who: string) =>
      `${who} is an administrator, and a merge doesn't transfer administrator access. Keep this account, or remove its Administrator flag first.`,
  },
  signedOutElsewhere: 'Signed out everywhere else.',
} as const;
