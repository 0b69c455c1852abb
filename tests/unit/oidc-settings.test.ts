import { describe, expect, it } from 'vitest';
import { parseSettings, settingErrors } from '#app/config/env.server.ts';
import { isIssuer } from '#app/domain/auth/oidc-provider.server.ts';

const PROVIDER = {
  OIDC_ISSUER: 'https://login.example.edu/realms/staff',
  OIDC_CLIENT_ID: 'laurel',
  OIDC_CLIENT_SECRET: 'hunter2hunter2',
};
const parse = (env: Readonly<Record<string, string>>) => parseSettings({ NODE_ENV: 'test', ...env }).oidc;
const errorsOf = (env: Readonly<Record<string, string>>) =>
  settingErrors({ NODE_ENV: 'test', ...env }).map(({ variable, message }) => `${variable} ${message}`);

describe('the settings of the OpenID Connect provider', () => {
  it('are none by default, even with a name', () => {
    expect(parse({})).toBeNull();
    expect(parse({ OIDC_NAME: 'Example University', OIDC_REPLACES_PASSKEY: 'on' })).toBeNull();
  });

  it("are the given ones; by default, its name is the issuer's host, and it replaces no passkey", () => {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = PROVIDER;
    expect(parse(PROVIDER)).toEqual({
      ...{ issuer, clientId, clientSecret },
      ...{ name: 'login.example.edu', replacesPasskey: false },
    });
    expect(
      parse({ ...PROVIDER, OIDC_NAME: 'Example University', OIDC_REPLACES_PASSKEY: 'on' }),
    ).toMatchObject({ name: 'Example University', replacesPasskey: true });
  });

  it('are all needed', () => {
    const { OIDC_ISSUER } = PROVIDER;
    expect(errorsOf({ OIDC_ISSUER })).toEqual([
      'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set, too: OpenID Connect needs all of OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET',
    ]);
  });

  it.each([
    ['http://login.example.edu', 'must begin with https://'],
    ['http://localhost:x@login.example.edu', 'must begin with https://'],
    ['https://login.example.edu?tenant=1', 'must not contain ? or #'],
    ['login.example.edu', 'must be a web address beginning with https:// or http://'],
  ])('refuse the issuer %s', (issuer, message) => {
    expect(errorsOf({ ...PROVIDER, OIDC_ISSUER: issuer })).toEqual([`OIDC_ISSUER ${message}`]);
  });

  it('accept an issuer without encryption only on this machine', () => {
    expect(errorsOf({ ...PROVIDER, OIDC_ISSUER: 'http://localhost:8080' })).toEqual([]);
  });
});

it('an issuer may differ from the setting only by the slash at its end', () => {
  const issuer = 'https://login.example.edu';
  expect(isIssuer({ issuer }, 'https://login.example.edu/')).toBe(true);
  for (const other of [
    'https://login.example.edu/a',
    'http://login.example.edu',
    'https://LOGIN.example.edu',
  ]) {
    expect(isIssuer({ issuer }, other)).toBe(false);
  }
});
