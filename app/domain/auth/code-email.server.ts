import { plural } from '#app/lib/text/counted.ts';
import { isIP } from 'node:net';
import { LOGIN_CODE_MINUTES } from '#app/config/constants.ts';
import type { Settings } from '#app/config/env.server.ts';
import { brandedParts } from '#app/domain/mail/branded-email.ts';
import type { DirectEmail } from '#app/domain/ctx.server.ts';
import { formatInZone, timeInZone } from '#app/lib/time/zoned-time.ts';
import type { ChallengePurpose, CodeRequest } from '#db/entities/login-challenge.ts';

export interface CodeEmail {
  readonly purpose: ChallengePurpose;
  readonly to: string;
  readonly code: string;
  /** Secret part of the URL that opens the code's screen; null if there is none. */
  readonly link: string | null;
  readonly requests: readonly CodeRequest[];
  readonly expiresAt: Date;
}

const CODE_TEXTS = {
  SIGN_IN: {
    name: (appName: string) => `your ${appName} sign-in code`,
    where: 'on the sign-in page',
    unexpected: () => 'You can ignore this email.',
  },
  CHANGE_EMAIL: {
    name: (appName: string) => `the code for your new ${appName} email address`,
    where: 'in Account Settings',
    unexpected: () => 'You can ignore this email.',
  },
  ADD_PASSKEY: {
    name: (appName: string) => `the code to add a passkey to your ${appName} account`,
    where: 'on the Passkeys page',
    unexpected: (contactEmail: string) =>
      `Someone else may be signed in to your account, so email ${contactEmail} right away.`,
  },
} as const;

/** Maximum number of requests named, because someone who requests codes for others controls their content. */
const REQUESTS_NAMED_MAX = 3;

type MailSettings = Pick<
  Settings,
  'appName' | 'appUrl' | 'timeZone' | 'contactEmail' | 'mailFromName' | 'brand'
>;

/**
 * Builds the email with a code (decisions, section 4): who requested it, from where, and when it expires.
 * Its link only opens the code's screen, so programs that follow links can't use up the code.
 */
export function codeEmail(settings: MailSettings, email: CodeEmail): DirectEmail {
  const { code, link, purpose } = email;
  const { name, where, unexpected } = CODE_TEXTS[purpose];
  const sentence = `${code} is ${name(settings.appName)}`;
  const until = timeInZone(email.expiresAt.toISOString(), settings.timeZone);
  const text = [
    `${sentence}.`,
    `Enter it ${where}. It works once and expires in ${LOGIN_CODE_MINUTES} minutes (at ${until}).`,
    ...(link === null
      ? []
      : [
          `If you're using another browser or the page doesn't accept the code, open this link and enter the code there:\n${settings.appUrl}/login?code=${link}`,
        ]),
    requestedBy(settings, email.requests),
    `Didn't request this? ${unexpected(settings.contactEmail)} Never share this code${link === null ? '' : ' or the link'}. We'll never ask you to.`,
    `Questions? Email ${settings.contactEmail}.\n${settings.appName}\n`,
  ].join('\n\n');
  return { to: email.to, subject: sentence, text, ...brandedParts(settings, text, code) };
}

function requestedBy({ timeZone }: MailSettings, requests: readonly CodeRequest[]): string {
  const named = requests.slice(0, REQUESTS_NAMED_MAX).map(({ at, clientAddress, browser }) => {
    const address = clientAddress.replace(/^::ffff:(?=\d+\.)/i, '');
    return `Requested ${formatInZone(at, timeZone)} from ${isIP(address) === 0 ? 'an unknown IP address' : address} (${browser}).`;
  });
  const more = requests.length - named.length;
  return [
    ...named,
    ...(more > 0 ? [`And ${more} more ${plural(more, 'time', 'times')} in the same minute.`] : []),
  ].join('\n');
}
