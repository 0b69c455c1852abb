import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { checkOidc, oidcErrorSentence } from '#cli/doctor/oidc-check.server.ts';
import { type IdentityProvider, startIdentityProvider } from '#tests/support/identity-provider.ts';

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterAll(() => provider.stop());

const URL = 'https://scholars.example.org';

it('laurel doctor names the redirect URI to register at the provider', async () => {
  expect(await checkOidc(provider.settings, URL)).toEqual({
    state: 'ok',
    message:
      'The configuration of the provider in OIDC_ISSUER is readable. The redirect URI to register there is https://scholars.example.org/login/oidc/callback.',
  });
});

it.each([
  ["can't be reached", async () => `http://127.0.0.1:${await findFreePort()}`, 'ECONNREFUSED'],
  [
    'is of another issuer',
    () => Promise.resolve(provider.settings.issuer.replace('127.0.0.1', 'localhost')),
    'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  ],
])("laurel doctor says so if the provider's configuration %s", async (_, issuer, cause) => {
  const settings = { ...provider.settings, issuer: await issuer() };
  const error = await checkOidc(settings, URL).catch((thrown: unknown) => thrown);
  const sentence = oidcErrorSentence(error);
  expect(sentence).toContain(`Can't read the configuration of the provider in OIDC_ISSUER (${cause}).`);
  expect(sentence).not.toContain(settings.clientSecret);
});
