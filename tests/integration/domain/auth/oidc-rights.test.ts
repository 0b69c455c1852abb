import { describe, expect, it } from 'vitest';
import { OIDC_CLOCK_SECONDS, RECENT_SIGN_IN_MINUTES } from '#app/config/constants.ts';
import type { Settings } from '#app/config/env.server.ts';
import { addPasskey, additionBy } from '#app/domain/auth/add-passkey.server.ts';
import { findActor } from '#app/domain/auth/find-actor.server.ts';
import { removeIdentity } from '#app/domain/auth/linked-identities.server.ts';
import { storeChallenge } from '#app/domain/auth/passkey-challenges.server.ts';
import { requireRecentSignIn } from '#app/domain/auth/recent-sign-in.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { NotFound, SignInAgain } from '#app/lib/domain-errors.ts';
import { isAdmin, type UserActor } from '#app/policy/actor.ts';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeAdmin, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { inSeconds } from '#tests/support/forging-provider.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { type Claims, sessionOf, useOidcScene } from '#tests/support/oidc-scene.server.ts';
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';

const scene = useOidcScene();
const em = () => scene.servers[0].em.fork();

const of = ({ email }: MadeUser, claims: Claims = {}): Claims => ({
  ...{ sub: 'someone', email, email_verified: true, ...claims },
});

const REQUIRED = { requirePasskey: 'administrators' } as const;
/** The settings of a server that requires passkeys, or this provider instead. */
const replacing = (): Partial<Settings> => ({
  ...REQUIRED,
  oidc: { ...scene.provider.settings, replacesPasskey: true },
});

async function actorWith(secret: string, settings: Partial<Settings> = {}): Promise<UserActor> {
  const found = await findActor(em(), secret, {
    now: scene.clock.now(),
    settings: scene.request(undefined, 0, settings).settings,
  });
  if (found.actor.kind !== 'user') throw new Error('The session has ended.');
  return found.actor;
}

const identityId = async () => (await em().findOneOrFail(LinkedIdentityEntity, { subject: 'someone' })).id;

describe('a session that started with the provider', () => {
  const minutesAgo = (minutes: number) => inSeconds(scene.clock.now().getTime() - minutes * 60_000);

  it.each([
    ['counts as recent since the person proved who they are', RECENT_SIGN_IN_MINUTES - 1, true],
    ["isn't recent if that was half an hour ago", RECENT_SIGN_IN_MINUTES, false],
  ])('%s', async (_, minutes, isRecent) => {
    const admin = await makeAdmin(scene.servers[0]);
    const secret = sessionOf(await scene.signIn(of(admin, { auth_time: minutesAgo(minutes) })));
    const ask = () => requireRecentSignIn({ actor, now: scene.clock.now });
    const actor = await actorWith(secret);
    if (isRecent) ask();
    else expect(ask).toThrow(SignInAgain);
    scene.clock.advance(60_000);
    expect(ask).toThrow(SignInAgain);
  });

  it("is never recent if the provider doesn't say when the person signed in, or says a time in the future", async () => {
    const admin = await makeAdmin(scene.servers[0]);
    const unknown = await actorWith(sessionOf(await scene.signIn(of(admin, { auth_time: undefined }))));
    expect(() => requireRecentSignIn({ actor: unknown, now: scene.clock.now })).toThrow(SignInAgain);
    const ahead = await actorWith(sessionOf(await scene.signIn(of(admin, { auth_time: minutesAgo(-10) }))));
    scene.clock.advance(RECENT_SIGN_IN_MINUTES * 60_000);
    expect(() => requireRecentSignIn({ actor: ahead, now: scene.clock.now })).toThrow(SignInAgain);
  });

  it("doesn't begin if the person signed in at the provider longer ago than a session lasts", async () => {
    const admin = await makeAdmin(scene.servers[0]);
    const days = (count: number) => minutesAgo(count * 24 * 60);
    expect(await scene.signIn(of(admin, { auth_time: days(7) - OIDC_CLOCK_SECONDS - 1 }))).toEqual({
      isSignedIn: false,
      problem: 'not-recent',
    });
    sessionOf(await scene.signIn(of(admin, { auth_time: days(7) - OIDC_CLOCK_SECONDS })));
  });
});

describe('signing in again with the provider', () => {
  it('makes the provider ask for the password, and is refused unless the provider says that it did', async () => {
    const admin = await makeAdmin(scene.servers[0]);
    const { url } = await scene.start({ isAgain: true });
    const { searchParams } = new URL(url);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    const startedAt = inSeconds(scene.clock.now());
    for (const auth_time of [undefined, startedAt - OIDC_CLOCK_SECONDS - 1, 0]) {
      expect(await scene.signIn(of(admin, { auth_time }), { isAgain: true })).toEqual({
        isSignedIn: false,
        problem: 'not-recent',
      });
    }
    expect(await scene.counts()).toEqual({ sessions: 0, identities: 0 });
    const secret = sessionOf(await scene.signIn(of(admin, { auth_time: startedAt }), { isAgain: true }));
    requireRecentSignIn({ actor: await actorWith(secret), now: scene.clock.now });
  });
});

describe('where administrators need a passkey, a session that started with the provider', () => {
  it('has no administrator rights, unless the settings say that it replaces a passkey', async () => {
    const admin = await makeAdmin(scene.servers[0]);
    const secret = sessionOf(await scene.signIn(of(admin)));
    const actor = await actorWith(secret, REQUIRED);
    expect([isAdmin(actor), actor.passkey]).toEqual([false, 'NEEDED']);
    const trusted = await actorWith(secret, replacing());
    expect([isAdmin(trusted), trusted.passkey]).toEqual([true, 'USED']);
    expect(isAdmin(await actorWith(secret))).toBe(true);
  });

  it('has no administrator rights after the provider in the settings has changed', async () => {
    const secret = sessionOf(await scene.signIn(of(await makeAdmin(scene.servers[0]))));
    const oidc = { ...scene.provider.settings, replacesPasskey: true };
    const other = { ...oidc, issuer: 'https://login.example.edu' };
    expect(isAdmin(await actorWith(secret, { ...REQUIRED, oidc: other }))).toBe(false);
    expect(isAdmin(await actorWith(secret, { ...REQUIRED, oidc: null }))).toBe(false);
    const same = { ...oidc, issuer: `${oidc.issuer}/` };
    expect(isAdmin(await actorWith(secret, { ...REQUIRED, oidc: same }))).toBe(true);
  });

  it('can approve a passkey that it adds, if it replaces one', async () => {
    const secret = sessionOf(await scene.signIn(of(await makeAdmin(scene.servers[0]))));
    const add = async (settings: Partial<Settings>) => {
      const actor = await actorWith(secret, settings);
      const ctx = scene.request(actor, 0, settings);
      await storeChallenge(ctx, 'challenge', additionBy(actor));
      const response = createSoftwarePasskey().created({ challenge: 'challenge' });
      return addPasskey(ctx, { name: 'Laptop', response });
    };
    expect((await add(REQUIRED)).approvedAt).toBeNull();
    expect((await add(replacing())).approvedAt).toBe(scene.clock.now().toISOString());
  });

  it('loses its rights once the linked identity is removed, even in a write that waited for a lock', async () => {
    const admin = await makeAdmin(scene.servers[0]);
    const target = await makeUser(scene.servers[0]);
    const secret = sessionOf(await scene.signIn(of(admin)));
    const actor = await actorWith(secret, replacing());
    const change = () =>
      changeUser(scene.request(actor, 0, replacing()), {
        ...{ id: target.id, ifMatch: null },
        patch: { phone: '(907) 555-0177' },
      });
    await change();
    const { call } = await inTransaction(makeCtx({ orm: scene.servers[0] }), async (tx) => {
      await lockRow(tx, UserAccountEntity, { id: target.id }, 'update');
      const waiting = change().catch((error: unknown) => error);
      await expect.poll(() => lockWaits(scene.servers[0]), { timeout: 10_000 }).toBe(1);
      await removeIdentity(makeCtx({ orm: scene.servers[1] }), await identityId());
      return { call: waiting };
    });
    expect(await call).toBeInstanceOf(NotFound);
    expect(isAdmin(await actorWith(secret, replacing()))).toBe(false);
    expect(isAdmin(await actorWith(secret))).toBe(true);
  });

  it("can't remove the linked identity without a passkey", async () => {
    const secret = sessionOf(await scene.signIn(of(await makeAdmin(scene.servers[0]))));
    const actor = await actorWith(secret, REQUIRED);
    await expect(removeIdentity(scene.request(actor, 0, REQUIRED), await identityId())).rejects.toThrow(
      'Sign in with your passkey first.',
    );
    expect(await scene.counts()).toEqual({ sessions: 1, identities: 1 });
  });
});
