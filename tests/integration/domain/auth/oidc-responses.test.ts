import { describe, expect, it } from 'vitest';
import { OIDC_REQUEST_MINUTES } from '#app/config/constants.ts';
import { discover } from '#app/domain/auth/oidc-provider.server.ts';
import { startOidcSignIn } from '#app/domain/auth/oidc-requests.server.ts';
import { finishOidcSignIn } from '#app/domain/auth/sign-in-with-oidc.server.ts';
import { NotFound, RateLimited } from '#app/lib/domain-errors.ts';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { OidcRequestEntity } from '#db/entities/oidc-request.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { type Forgery, inSeconds } from '#tests/support/forging-provider.ts';
import { CLIENT, sessionOf, useOidcScene } from '#tests/support/oidc-scene.server.ts';

const scene = useOidcScene();

const INCOMPLETE = { isSignedIn: false, problem: 'incomplete' };
const UNAVAILABLE = { isSignedIn: false, problem: 'unavailable' };
const secondsAgo = (seconds: number) => inSeconds(Date.now()) - seconds;

/** The claims of an administrator who can sign in. */
async function claimsOfAdmin() {
  const { email } = await makeAdmin(scene.servers[0]);
  return { sub: 'someone', email, email_verified: true };
}

describe("the provider's response", () => {
  it('signs in once when it is sent to two servers ten times at once', async () => {
    scene.provider.forge({ claims: await claimsOfAdmin() });
    const started = await scene.start();
    const parameters = scene.provider.respond(started.url);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        scene.finish(started, { parameters, server: index % 2 === 0 ? 0 : 1 }),
      ),
    );
    expect(outcomes.filter(({ isSignedIn }) => isSignedIn)).toHaveLength(1);
    expect(await scene.finish(started, { parameters })).toEqual(INCOMPLETE);
    expect(await scene.counts()).toEqual({ sessions: 1, identities: 1 });
  });

  it("isn't accepted in another browser, and afterwards still is in its own", async () => {
    scene.provider.forge({ claims: await claimsOfAdmin() });
    const [started, other] = [await scene.start(), await scene.start()];
    const requestsBefore = scene.provider.requests.length;
    for (const request of [null, other.request]) {
      expect(await scene.finish(started, { request })).toEqual(INCOMPLETE);
    }
    expect(scene.provider.requests).toHaveLength(requestsBefore);
    expect(await scene.counts()).toEqual({ sessions: 0, identities: 0 });
    sessionOf(await scene.finish(started));
  });

  it('is accepted until ten minutes after the start, and not a millisecond later', async () => {
    scene.provider.forge({ claims: await claimsOfAdmin() });
    const [late, inTime] = [await scene.start(), await scene.start()];
    scene.clock.advance(OIDC_REQUEST_MINUTES * 60_000 - 1);
    sessionOf(await scene.finish(inTime));
    scene.clock.advance(1);
    expect(await scene.finish(late)).toEqual(INCOMPLETE);
  });

  it.each<[string, () => Forgery]>([
    ['of another sign-in (nonce)', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['of another issuer', () => ({ claims: { iss: 'https://login.example.net' } })],
    ['for another application', () => ({ claims: { aud: 'another' } })],
    ['for several applications', () => ({ claims: { aud: ['laurel', 'another'], azp: 'another' } })],
    ['that expired 40 seconds ago', () => ({ claims: { exp: secondsAgo(40), iat: secondsAgo(300) } })],
    ['that is valid only in 90 seconds', () => ({ claims: { nbf: secondsAgo(-90) } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['with a control character in the subject', () => ({ claims: { sub: 'some\u0000one' } })],
    ['with a subject of 256 characters', () => ({ claims: { sub: 's'.repeat(256) } })],
    ['signed with an unknown key', () => ({ isSignedByOther: true })],
    [
      'signed with an unknown key that names itself',
      () => ({ isSignedByOther: true, header: { kid: 'other' } }),
    ],
    ['without a signature', () => ({ isUnsigned: true, header: { alg: 'none' } })],
    ['with another algorithm', () => ({ header: { alg: 'HS256' } })],
  ])('with an ID token %s is refused, and used up', async (_, forge) => {
    const forgery = forge();
    const claims = await claimsOfAdmin();
    const started = await scene.start();
    scene.provider.forge({ ...forgery, claims: { ...claims, ...forgery.claims } });
    expect(await scene.finish(started)).toEqual(INCOMPLETE);
    scene.provider.forge({ claims });
    expect(await scene.finish(started)).toEqual(INCOMPLETE);
    expect(await scene.counts()).toEqual({ sessions: 0, identities: 0 });
  });

  it.each<[string, () => object]>([
    ['that expired 20 seconds ago', () => ({ exp: secondsAgo(20), iat: secondsAgo(300) })],
    ['from 20 seconds in the future', () => ({ nbf: secondsAgo(-20), iat: secondsAgo(-20) })],
  ])('with an ID token %s is accepted, because clocks differ', async (_, claimsNow) => {
    const admin = await claimsOfAdmin();
    scene.provider.forge({ claims: { ...admin, ...claimsNow() } });
    expect(await scene.finish(await scene.start())).toMatchObject({ isSignedIn: true });
  });

  it('is refused if it names another issuer, or none although the provider names itself', async () => {
    scene.provider.forge({ claims: await claimsOfAdmin() });
    for (const iss of ['https://login.example.net', null]) {
      const started = await scene.start();
      const requestsBefore = scene.provider.requests.length;
      const parameters = scene.provider.respond(started.url);
      if (iss === null) parameters.delete('iss');
      else parameters.set('iss', iss);
      expect(await scene.finish(started, { parameters })).toEqual(INCOMPLETE);
      // The code never reaches a provider.
      expect(scene.provider.requests).toHaveLength(requestsBefore);
    }
  });

  it('may say that the person canceled', async () => {
    const started = await scene.start();
    const parameters = scene.provider.respond(started.url, {
      error: 'access_denied',
      error_description: 'ada@x.example.org canceled',
    });
    parameters.delete('code');
    expect(await scene.finish(started, { parameters })).toEqual(INCOMPLETE);
    expect(scene.logged.at(-1)).toMatchObject({ error: 'access_denied' });
    expect(JSON.stringify(scene.logged)).not.toContain('ada@');
  });

  it('is in no log line, and neither are the tokens', async () => {
    scene.provider.forge({ claims: await claimsOfAdmin() });
    const started = await scene.start();
    const parameters = scene.provider.respond(started.url);
    sessionOf(await scene.finish(started, { parameters }));
    await scene.finish(started, { parameters });
    const lines = JSON.stringify(scene.logged);
    expect(lines).toContain('signed in with the identity provider');
    const { state, nonce, verifier } = started.request;
    for (const secret of [state, nonce, verifier, parameters.get('code') ?? '', 'an access token', 'ey']) {
      expect(lines).not.toContain(secret);
    }
  });
});

describe('the start of a sign-in with the provider', () => {
  it('asks for a code with PKCE, and stores only a hash of its state', async () => {
    const { url, request } = await scene.start();
    const parameters = Object.fromEntries(new URL(url).searchParams);
    expect(parameters).toEqual({
      ...{ client_id: 'laurel', response_type: 'code', scope: 'openid email', state: request.state },
      ...{ nonce: request.nonce, code_challenge_method: 'S256', max_age: '604800' },
      redirect_uri: 'http://localhost:3000/login/oidc/callback',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(parameters['code_challenge']).not.toBe(request.verifier);
    const stored = await scene.servers[0].em.fork().find(OidcRequestEntity, {});
    expect(JSON.stringify(stored)).not.toContain(request.state);
  });

  it('is limited to 60 from one network in 15 minutes', async () => {
    for (let count = 0; count < 60; count += 1) await scene.start();
    await expect(scene.start({ server: 1 })).rejects.toThrow(RateLimited);
    scene.clock.advance(15 * 60_000);
    await scene.start();
  });

  it("doesn't exist without a provider", async () => {
    const ctx = scene.request(undefined, 0, { oidc: null });
    await expect(startOidcSignIn(ctx, { ...CLIENT, isAgain: false })).rejects.toThrow(NotFound);
  });
});

describe('a provider', () => {
  /** Settings that no server has read the configuration for. */
  const fresh = () => ({ ...scene.provider.settings });

  it.each([503, 404])(
    'that responds with %i for its configuration is asked again each time',
    async (status) => {
      const oidc = fresh();
      const start = () =>
        startOidcSignIn(scene.request(undefined, 0, { oidc }), { ...CLIENT, isAgain: false });
      scene.provider.fail('/.well-known/openid-configuration', status);
      expect([await start(), await start()]).toEqual([null, null]);
      expect(scene.logged.at(-1)).toMatchObject({ msg: 'the identity provider is unavailable' });
      scene.provider.fail('/.well-known/openid-configuration', null);
      const requestsBefore = scene.provider.requests.length;
      expect([await start(), await start()]).not.toContain(null);
      expect(scene.provider.requests.length - requestsBefore).toBe(1);
    },
  );

  it("that can't be reached is unavailable", async () => {
    const oidc = { ...scene.provider.settings, issuer: `http://127.0.0.1:${await findFreePort()}` };
    const ctx = scene.request(undefined, 0, { oidc });
    expect(await startOidcSignIn(ctx, { ...CLIENT, isAgain: false })).toBeNull();
    expect(scene.logged.at(-1)).toMatchObject({ reason: 'ECONNREFUSED' });
  });

  it('whose configuration names another issuer is unavailable', async () => {
    const issuer = scene.provider.settings.issuer.replace('127.0.0.1', 'localhost');
    const ctx = scene.request(undefined, 0, { oidc: { ...scene.provider.settings, issuer } });
    expect(await startOidcSignIn(ctx, { ...CLIENT, isAgain: false })).toBeNull();
    expect(scene.logged.at(-1)).toMatchObject({ code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' });
  });

  it.each(['/token', '/jwks', '/userinfo'])(
    'that fails at %s is unavailable, and the next sign-in works',
    async (path) => {
      const { sub, ...address } = await claimsOfAdmin();
      scene.provider.userinfo = address;
      const oidc = fresh();
      const signIn = async () => {
        const ctx = scene.request(undefined, 0, { oidc });
        const started = await startOidcSignIn(ctx, { ...CLIENT, isAgain: false });
        scene.provider.forge({ claims: { sub } });
        const parameters = scene.provider.respond(started?.url ?? '');
        return finishOidcSignIn(ctx, CLIENT, { request: started?.request ?? null, parameters });
      };
      scene.provider.fail(path, 500);
      expect(await signIn()).toEqual(UNAVAILABLE);
      scene.provider.fail(path, null);
      sessionOf(await signIn());
    },
  );

  it('that never responds is unavailable after five seconds, here less', async () => {
    const path = '/.well-known/openid-configuration';
    scene.provider.fail(path, 'hang');
    const startedAt = performance.now();
    await expect(discover(fresh(), 0.2)).rejects.toMatchObject({
      ...{ isUnavailable: true, details: { code: 'OAUTH_TIMEOUT' } },
    });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    scene.provider.fail(path, null);
    expect((await discover(fresh())).timeout).toBe(5);
  });
});
