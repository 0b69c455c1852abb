import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseSettings, type Settings } from '#app/config/env.server.ts';

const pemOf = ({ privateKey }: { readonly privateKey: KeyObject }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const PEM = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const SHORT_PEM = pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }));
const OTHER_PEM = pemOf(generateKeyPairSync('ed25519'));
const KEY =
  'DKIM_PRIVATE_KEY must be an RSA private key of at least 2048 bits in PEM format; line breaks can be written as \\n';
const parse = (env: Readonly<Record<string, string>>): Settings =>
  parseSettings({ NODE_ENV: 'test', ...env });
const errorOf = (env: Readonly<Record<string, string>>) => {
  try {
    parse(env);
    return null;
  } catch (error) {
    return error instanceof Error
      ? error.message.replace('Some settings are missing or invalid:\n  - ', '')
      : error;
  }
};

describe('the email settings', () => {
  it('deliver in the server, unsigned and without a limit by default', () => {
    expect(parse({})).toMatchObject({ outboxWorker: true, mailRate: null, dkim: null, bounceToken: null });
  });

  it('use the given values', () => {
    const settings = parse({
      OUTBOX_WORKER: 'off',
      MAIL_RATE: '10',
      BOUNCE_TOKEN: 'sixteen-letters!',
      DKIM_DOMAIN: 'example.org',
      DKIM_SELECTOR: 'laurel',
      DKIM_PRIVATE_KEY: PEM.replaceAll('\n', '\\n'),
    });
    expect(settings).toMatchObject({
      outboxWorker: false,
      mailRate: 10,
      bounceToken: 'sixteen-letters!',
      dkim: { domainName: 'example.org', keySelector: 'laurel', privateKey: PEM },
    });
  });

  it.each([
    ['scholars@example.org', 'Scholars'],
    ['<scholars@example.org>', 'Scholars'],
    ['Award Office <scholars@example.org>', 'Award Office'],
    ['"Office, Awards" <scholars@example.org>', 'Office, Awards'],
    ['Büro für Preise <scholars@example.org>', 'Büro für Preise'],
  ])('send from %s', (sender, name) => {
    expect(parse({ MAIL_FROM: sender })).toMatchObject({
      mailFrom: 'scholars@example.org',
      mailFromName: name,
    });
  });

  const SENDER =
    'MAIL_FROM must be an email address, or a name and an address like Scholars <scholars@example.org>';
  it.each([
    'Scholars',
    'Scholars scholars@example.org',
    'Scholars <scholars>',
    'Scholars\nBcc: <scholars@example.org>',
    'A <a@example.org>, B <b@example.org>',
  ])('refuse to send from %j', (sender) => {
    expect(errorOf({ MAIL_FROM: sender })).toBe(SENDER);
  });

  const RATE = 'MAIL_RATE must be a number of emails per second, up to 9999';
  it.each([
    [{ OUTBOX_WORKER: 'yes' }, 'OUTBOX_WORKER must be on or off'],
    [{ MAIL_RATE: '0' }, 'MAIL_RATE must be at least 1'],
    [{ MAIL_RATE: '1.5' }, RATE],
    [{ MAIL_RATE: '10000' }, RATE],
    [{ BOUNCE_TOKEN: 'fifteen-letters' }, 'BOUNCE_TOKEN must have at least 16 characters'],
    [
      { DKIM_DOMAIN: 'example.org' },
      'DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set, too: DKIM needs all of DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY',
    ],
  ])('reject %o', (env, error) => {
    expect(errorOf(env)).toBe(error);
  });

  it.each([
    ['words', 'secret'],
    ['a short RSA key', SHORT_PEM],
    ['a key that mail servers do not verify', OTHER_PEM],
  ])('refuse to sign emails with %s', (_what, key) => {
    expect(errorOf({ DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 'laurel', DKIM_PRIVATE_KEY: key })).toBe(KEY);
  });
});
