import { counted } from '#app/lib/text/counted.ts';

/** Why signing in with the provider didn't work. The login page shows it. */
export const OIDC_PROBLEMS = ['refused', 'incomplete', 'unavailable', 'not-recent'] as const;
export type OidcProblem = (typeof OIDC_PROBLEMS)[number];

/** Messages about signing in with an OpenID Connect provider. `name` is what people call it. */
export const IDENTITY_MESSAGES = {
  refused: (name: string) => `You can't sign in here with ${name}. Sign in another way.`,
  incomplete: (name: string) =>
    `You weren't signed in. Signing in with ${name} took too long or wasn't finished. Try again, or sign in another way.`,
  unavailable: (name: string) => `${name} isn't responding. Try again later, or sign in another way.`,
  'not-recent': (name: string) =>
    `${name} didn't confirm that you just signed in there. Sign in another way to continue.`,
  tooMany: (minutes: number) =>
    `Too many sign-ins were started from your network. Try again in ${counted(minutes, 'minute')}.`,
  removed: 'Single sign-on has been removed.',
  alreadyRemoved: 'Single sign-on was already removed.',
} as const;
