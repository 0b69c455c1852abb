import { describe, expect, it } from 'vitest';
import { removeIdentity } from '#app/domain/auth/linked-identities.server.ts';
import { finishOidcSignIn } from '#app/domain/auth/sign-in-with-oidc.server.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { EventEntity } from '#db/entities/event.ts';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeIdentity } from '#tests/factories/identity-factory.server.ts';
import { makeAdmin, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { type Claims, CLIENT, sessionOf, useOidcScene } from '#tests/support/oidc-scene.server.ts';

const scene = useOidcScene();
const em = () => scene.servers[0].em.fork();
const setFlags = ({ id }: MadeUser, flags: UserFlag[]) =>
  em().nativeUpdate(UserAccountEntity, { id }, { flags });

/** The claims of someone whose address the provider has verified. */
const of = ({ email }: { email: string }, claims: Claims = {}): Claims => ({
  ...{ sub: `subject of ${email}`, email, email_verified: true, ...claims },
});

const REFUSED = { isSignedIn: false, problem: 'refused' };

/** An administrator who has signed in with the provider before. */
async function linkedAdministrator(): Promise<MadeUser> {
  const admin = await makeAdmin(scene.servers[0]);
  sessionOf(await scene.signIn(of(admin)));
  return admin;
}

describe('signing in with the provider', () => {
  it('links the account of the verified address the first time, with an event and an email', async () => {
    const admin = await makeAdmin(scene.servers[0]);
    sessionOf(await scene.signIn(of({ email: admin.email.toUpperCase() })));
    const [identity] = await em().find(LinkedIdentityEntity, {});
    expect([identity?.user.id, identity?.issuer, identity?.subject]).toEqual([
      ...[admin.id, scene.provider.settings.issuer, `subject of ${admin.email.toUpperCase()}`],
    ]);
    const [session] = await em().find(SessionEntity, {});
    expect([session?.user?.id, session?.identity?.id, session?.clientAddress, session?.provenAt]).toEqual([
      ...[admin.id, identity?.id, CLIENT.clientAddress, scene.clock.now()],
    ]);
    const events = await em().find(EventEntity, {});
    expect(
      events.map(({ kind, actor, subjectId, channel, changes }) => [
        ...[kind, actor?.id, subjectId, channel, changes],
      ]),
    ).toEqual([
      [
        ...['user.identityLinked', admin.id, admin.id, 'BROWSER'],
        { issuer: { from: null, to: scene.provider.settings.issuer } },
      ],
    ]);
    const mails = await em().find(OutboxMailEntity, {});
    expect(mails.map(({ kind, toAddress, subject }) => [kind, toAddress, subject])).toEqual([
      ['identity.linked', admin.email, 'Your Scholars account is now linked to Example University'],
    ]);
  });

  it('depends only on the issuer and subject from the second time on, whatever address the provider says', async () => {
    const admin = await linkedAdministrator();
    const other = await makeAdmin(scene.servers[0]);
    scene.clock.advance(60_000);
    for (const claims of [
      { email: other.email, email_verified: true },
      { email: 'unknown@x.example.org', email_verified: false },
      { email: undefined, email_verified: undefined },
    ]) {
      sessionOf(await scene.signIn(of(admin, claims)));
    }
    const [identity] = await em().find(LinkedIdentityEntity, {});
    expect([identity?.user.id, identity?.lastUsedAt]).toEqual([admin.id, scene.clock.now()]);
    expect(await scene.counts()).toEqual({ sessions: 4, identities: 1 });
    expect(await em().count(EventEntity)).toBe(1);
    expect(scene.provider.requests.filter((path) => path === '/userinfo')).toEqual([]);
  });

  it('asks the userinfo endpoint for the address if the ID token has none', async () => {
    const admin = await makeAdmin(scene.servers[0]);
    scene.provider.userinfo = { email: admin.email, email_verified: true };
    sessionOf(await scene.signIn({ sub: 'without an address' }));
    expect((await em().find(LinkedIdentityEntity, {})).map(({ user }) => user.id)).toEqual([admin.id]);
  });

  it('ends the previous session of the browser', async () => {
    const admin = await linkedAdministrator();
    const [before] = await em().find(SessionEntity, {});
    const started = await scene.start();
    scene.provider.forge({ claims: of(admin) });
    const actor = { kind: 'user', ...admin, highSchoolIds: [], sessionId: before?.id ?? null } as const;
    sessionOf(
      await finishOidcSignIn(scene.request(actor), CLIENT, {
        request: started.request,
        parameters: scene.provider.respond(started.url),
      }),
    );
    expect(await em().count(SessionEntity, { id: before?.id ?? '' })).toBe(0);
    expect(await scene.counts()).toEqual({ sessions: 1, identities: 1 });
  });
});

describe('signing in with the provider is refused with one sentence, and the log says why,', () => {
  const expectRefusal = async (claims: Claims, reason: string) => {
    const before = await scene.counts();
    expect(await scene.signIn(claims)).toEqual(REFUSED);
    expect(await scene.counts()).toEqual(before);
    expect(scene.logged.at(-1)).toMatchObject({ msg: 'a sign-in with the identity provider failed', reason });
    expect(JSON.stringify(scene.logged)).not.toContain('@');
  };

  it.each<[string, Claims]>([
    ['is false', { email_verified: false }],
    ['is missing', { email_verified: undefined }],
    ['is a text', { email_verified: 'true' }],
    ['is a number', { email_verified: 1 }],
  ])('if email_verified %s', async (_, claims) => {
    await expectRefusal(of(await makeAdmin(scene.servers[0]), claims), 'email not verified');
  });

  it('if neither the ID token nor the userinfo endpoint has an address', async () => {
    await makeAdmin(scene.servers[0]);
    await expectRefusal({ email_verified: true }, 'email not verified');
  });

  it('for an unknown or malformed address', async () => {
    await expectRefusal(of({ email: 'nobody@x.example.org' }), 'unknown');
    await expectRefusal(of({ email: 'no address @' }), 'unknown');
  });

  it('for someone who is not an administrator, and for a deleted account', async () => {
    await expectRefusal(of(await makeUser(scene.servers[0])), 'not an administrator');
    await expectRefusal(of(await makeAdmin(scene.servers[0], { flags: ['ADMIN', 'DELETED'] })), 'deleted');
  });

  it('for another subject with the same address', async () => {
    const admin = await linkedAdministrator();
    await expectRefusal(of(admin, { sub: 'someone else' }), 'another identity is linked');
    expect((await em().find(LinkedIdentityEntity, {})).map(({ subject }) => subject)).toEqual([
      `subject of ${admin.email}`,
    ]);
  });

  it('for a linked administrator whose flag was removed, and for one who was deleted', async () => {
    const admin = await linkedAdministrator();
    await setFlags(admin, []);
    await expectRefusal(of(admin), 'not an administrator');
    await setFlags(admin, ['ADMIN', 'DELETED']);
    await expectRefusal(of(admin), 'deleted');
    await setFlags(admin, ['ADMIN']);
    sessionOf(await scene.signIn(of(admin)));
  });

  it('for an account that is linked at an earlier provider', async () => {
    const admin = await makeAdmin(scene.servers[0]);
    const issuer = 'https://earlier.example.edu';
    await makeIdentity(scene.servers[0], { userId: admin.id, issuer, subject: `subject of ${admin.email}` });
    await expectRefusal(of(admin), 'another identity is linked');
  });
});

describe('concurrent sign-ins with the provider', () => {
  it('of two subjects with one address link only one of them', async () => {
    const admin = await makeAdmin(scene.servers[0]);
    const started = [await scene.start(), await scene.start({ server: 1 })] as const;
    const outcomes = await inTransaction(makeCtx({ orm: scene.servers[0] }), async (tx) => {
      await lockRow(tx, UserAccountEntity, { id: admin.id }, 'update');
      const calls = [];
      for (const [server, one] of started.entries()) {
        scene.provider.forge({ claims: of(admin, { sub: `subject ${server}` }) });
        calls.push(scene.finish(one, { server: server === 0 ? 0 : 1 }));
        await expect.poll(() => lockWaits(scene.servers[0]), { timeout: 10_000 }).toBe(server + 1);
      }
      return { calls };
    });
    const results = await Promise.all(outcomes.calls);
    expect(results.filter(({ isSignedIn }) => isSignedIn)).toHaveLength(1);
    expect(await scene.counts()).toEqual({ sessions: 1, identities: 1 });
  });

  it('wait for a change of the address, and are then refused', async () => {
    const admin = await makeAdmin(scene.servers[0]);
    const started = await scene.start();
    const { call } = await inTransaction(makeCtx({ orm: scene.servers[1] }), async (tx) => {
      const account = await lockRow(tx, UserAccountEntity, { id: admin.id }, 'update');
      scene.provider.forge({ claims: of(admin) });
      const waiting = scene.finish(started);
      await expect.poll(() => lockWaits(scene.servers[0]), { timeout: 10_000 }).toBe(1);
      if (account !== null) account.email = 'moved@x.example.org';
      return { call: waiting };
    });
    expect(await call).toEqual(REFUSED);
    expect(await scene.counts()).toEqual({ sessions: 0, identities: 0 });
  });

  it('wait for the removal of the identity, and are then refused', async () => {
    const admin = await linkedAdministrator();
    const [identity] = await em().find(LinkedIdentityEntity, {});
    const started = await scene.start();
    const { call } = await inTransaction(makeCtx({ orm: scene.servers[1] }), async (tx) => {
      await removeIdentity(tx, identity?.id ?? '');
      await tx.em.flush();
      scene.provider.forge({ claims: of(admin) });
      const waiting = scene.finish(started);
      await expect.poll(() => lockWaits(scene.servers[0]), { timeout: 10_000 }).toBe(1);
      return { call: waiting };
    });
    expect(await call).toEqual(REFUSED);
    sessionOf(await scene.signIn(of(admin)));
    expect(await scene.counts()).toMatchObject({ identities: 1 });
  });
});
