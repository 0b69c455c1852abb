import { expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { codeEmail } from '#app/domain/auth/code-email.server.ts';
import type { ChallengePurpose } from '#db/entities/login-challenge.ts';

const settings = parseSettings({ NODE_ENV: 'test', CONTACT_EMAIL: 'help@scholars.example.org' });

function textOf(purpose: ChallengePurpose): string {
  const at = '2026-11-27T22:30:00.000Z';
  return codeEmail(settings, {
    ...{ purpose, to: 'kim@example.org', code: '123456', link: null },
    requests: [{ at, clientAddress: '203.0.113.7', browser: 'Firefox on Windows', requesterHash: '' }],
    expiresAt: new Date('2026-11-27T22:40:00Z'),
  }).text;
}

it.each(['SIGN_IN', 'CHANGE_EMAIL'] as const)(
  'the email with a %s code says that it can be ignored if unexpected',
  (purpose) => {
    expect(textOf(purpose)).toContain(
      "Didn't request this? You can ignore this email. Never share this code.",
    );
  },
);

it('the email with a code for a passkey says whom to email if it is unexpected, because someone else may be signed in', () => {
  expect(textOf('ADD_PASSKEY')).toContain(
    "Didn't request this? Someone else may be signed in to your account, so email help@scholars.example.org right away. Never share this code.",
  );
});

it('the email with a code says when it expires, with the time zone', () => {
  expect(textOf('ADD_PASSKEY')).toContain(
    'Enter it on the Passkeys page. It works once and expires in 10 minutes (at 1:40 PM AKST).',
  );
});
