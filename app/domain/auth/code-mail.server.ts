import { isIP } from 'node:net';
import { LOGIN_CODE_MINUTES } from '#app/config/constants.ts';
import type { Settings } from '#app/config/env.server.ts';
import type { DirectMail } from '#app/domain/ctx.server.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import type { ChallengePurpose } from '#db/entities/login-challenge.ts';
import { browserInWords } from './browser-name.ts';
import type { Caller } from './caller.ts';

export interface CodeMail {
  readonly purpose: ChallengePurpose;
  readonly to: string;
  readonly code: string;
  readonly caller: Caller;
  readonly askedAt: Date;
  readonly expiresAt: Date;
}

const WORDS = {
  SIGN_IN: {
    name: (appName: string) => `your ${appName} sign-in code`,
    harmless: 'If this was not you, ignore this mail: without the code nobody can sign in.',
  },
  CHANGE_EMAIL: {
    name: (appName: string) => `the code for your new ${appName} address`,
    harmless: 'If this was not you, ignore this mail: without the code the address is not used.',
  },
} as const;

/**
 * The mail that carries a code (decisions, section 4): who asked from where, how long it lasts, and no link, so that
 * nothing that opens links can use the code up.
 */
export function codeMail(
  settings: Pick<Settings, 'appName' | 'timeZone' | 'contactEmail'>,
  mail: CodeMail,
): DirectMail {
  const { code, caller, purpose } = mail;
  const sentence = `${code} is ${WORDS[purpose].name(settings.appName)}`;
  const time = (instant: Date) => formatInZone(instant.toISOString(), settings.timeZone);
  const address = caller.clientAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  return {
    to: mail.to,
    subject: sentence,
    text: [
      `${sentence}.`,
      `Enter it where you asked for it. It works once, within ${LOGIN_CODE_MINUTES} minutes: until ${time(mail.expiresAt)}.`,
      `It was asked for on ${time(mail.askedAt)} from ${isIP(address) === 0 ? 'an unknown address' : address}, with ${browserInWords(caller.userAgent)}.`,
      `${WORDS[purpose].harmless} Give the code to nobody; we never ask for it.`,
      `Questions? Write to ${settings.contactEmail}.\n`,
    ].join('\n\n'),
  };
}
