import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OidcSettings } from '#app/config/grouped-settings.server.ts';
import { proveIdentity } from '#app/domain/auth/oidc-provider.server.ts';
import { startOidcSignIn } from '#app/domain/auth/oidc-requests.server.ts';
import { finishOidcSignIn } from '#app/domain/auth/sign-in-with-oidc.server.ts';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type IdentityProvider, startIdentityProvider } from '#tests/support/identity-provider.ts';

const database = useDatabase('file');
let orm: Orm;
let provider: IdentityProvider;

beforeAll(async () => {
  orm = await openOrm(database.url);
  provider = await startIdentityProvider();
});
afterAll(async () => {
  await orm.close(true);
  await provider.stop();
});

const CLIENT = { clientAddress: '192.0.2.7', userAgent: 'tests' };
const ctx = (oidc: OidcSettings = provider.settings) =>
  makeCtx({ orm, now: () => new Date(), channel: 'BROWSER', settings: { oidc } });

/** Starts here, and signs in at the provider. */
async function responseFor(login: string, isAgain = false) {
  const started = await startOidcSignIn(ctx(), { ...CLIENT, isAgain });
  if (started === null) throw new Error('The provider is unavailable.');
  return { ...started, response: await provider.signIn(started.url, login) };
}

async function signIn(login: string, isAgain = false) {
  const { request, response } = await responseFor(login, isAgain);
  return finishOidcSignIn(ctx(), CLIENT, { request, parameters: response.searchParams });
}

describe('a real provider', () => {
  it('signs an administrator in, and again with a new proof', async () => {
    const admin = await makeAdmin(orm);
    provider.accounts.set('ada', { email: admin.email, email_verified: true });
    const startedAt = Date.now() - 1000;
    expect(await signIn('ada')).toMatchObject({ isSignedIn: true });
    provider.accounts.set('ada', { email: 'renamed@x.example.org', email_verified: false });
    expect(await signIn('ada', true)).toMatchObject({ isSignedIn: true });
    const [identity] = await orm.em.fork().find(LinkedIdentityEntity, { user: admin.id });
    expect([identity?.issuer, identity?.subject]).toEqual([provider.settings.issuer, 'ada']);
    const sessions = await orm.em.fork().find(SessionEntity, { user: admin.id });
    expect(sessions).toHaveLength(2);
    for (const { provenAt } of sessions) expect(provenAt?.getTime()).toBeGreaterThanOrEqual(startedAt - 1000);

    const { email } = admin;
    provider.accounts.set('another', { email, email_verified: true });
    expect(await signIn('another')).toEqual({ isSignedIn: false, problem: 'refused' });
  });

  it.each([
    ['whose address it has not verified', makeAdmin, false],
    ['who is no administrator', makeUser, true],
  ])('signs no one in %s', async (_, make, email_verified) => {
    const { id, email } = await make(orm);
    provider.accounts.set(id, { email, email_verified });
    expect(await signIn(id)).toEqual({ isSignedIn: false, problem: 'refused' });
    expect(await orm.em.fork().count(SessionEntity, { user: id })).toBe(0);
  });

  it('accepts its code once, and only with the secret of the browser that started', async () => {
    provider.accounts.set('kim', { email: 'kim@x.example.org', email_verified: true });
    const first = await responseFor('kim');
    const prove = ({ request, response }: typeof first, verifier = request.verifier) =>
      proveIdentity(provider.settings, { response, secrets: { ...request, verifier } });
    expect((await prove(first)).subject).toBe('kim');
    await expect(prove(first)).rejects.toMatchObject({ details: { error: 'invalid_grant' } });
    const second = await responseFor('kim');
    await expect(prove(second, first.request.verifier)).rejects.toMatchObject({
      details: { error: 'invalid_grant' },
    });
  });

  it('refuses another client secret', async () => {
    const { request, response } = await responseFor('kim');
    const oidc = { ...provider.settings, clientSecret: 'another secret' };
    const parameters = response.searchParams;
    expect(await finishOidcSignIn(ctx(oidc), CLIENT, { request, parameters })).toEqual({
      isSignedIn: false,
      problem: 'incomplete',
    });
  });
});
