import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSKEY_CHALLENGE_MINUTES, PASSKEYS_MAX } from '#app/config/constants.ts';
import { pino } from 'pino';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { addPasskey, additionBy } from '#app/domain/auth/add-passkey.server.ts';
import { storeChallenge } from '#app/domain/auth/passkey-challenges.server.ts';
import { removePasskey } from '#app/domain/auth/passkeys.server.ts';
import { offerPasskeySignIn, signInWithPasskey } from '#app/domain/auth/sign-in-with-passkey.server.ts';
import { Conflict, Forbidden, Invalid, RateLimited, Unauthorized } from '#app/lib/domain-errors.ts';
import { PASSKEY_MESSAGES } from '#app/messages/passkey-messages.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { actorOf, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import {
  createSoftwarePasskey,
  type Signing,
  type SoftwarePasskey,
} from '#tests/support/software-passkey.ts';

const database = useDatabase('each test');
let servers: readonly [Orm, Orm];
let clock = createTestClock();
let logged: object[] = [];

beforeEach(async () => {
  servers = [await database.openOrm(), await openOrm(database.url)];
  clock = createTestClock();
  logged = [];
});
afterEach(() => servers[1].close(true));

const BROWSER = { clientAddress: '192.0.2.7', userAgent: 'tests', browserSecret: 'a browser' };
const LATE_MS = PASSKEY_CHALLENGE_MINUTES * 60_000;

/** A request to the first or second server. */
const request = (actor?: UserActor, server: 0 | 1 = 0): Ctx => ({
  ...makeCtx({ orm: servers[server], now: clock.now, ...(actor === undefined ? {} : { actor }) }),
  log: pino({ level: 'info' }, { write: (line) => logged.push(JSON.parse(line) as object) }),
});
const em = () => servers[0].em.fork();
const sessions = () => em().count(SessionEntity);

async function newActor(): Promise<UserActor> {
  return { ...actorOf(await makeUser(servers[0])), sessionId: randomUUID() };
}

const offered = async (server: 0 | 1 = 0) =>
  (await offerPasskeySignIn(request(undefined, server), BROWSER)).challenge;

/** Signs the challenge and sends it. */
const signIn = (
  passkey: SoftwarePasskey,
  { server = 0, browser = BROWSER.browserSecret, ...signing }: Signing & { server?: 0 | 1; browser?: string },
) =>
  signInWithPasskey(request(undefined, server), {
    ...{ ...BROWSER, browserSecret: browser },
    assertion: passkey.signed(signing),
  });

async function add(
  actor: UserActor,
  passkey: SoftwarePasskey,
  signing: Partial<Signing> = {},
): Promise<unknown> {
  const challenge = randomUUID();
  await storeChallenge(request(), challenge, additionBy(actor));
  const response = passkey.created({ challenge, ...signing });
  return addPasskey(request(actor), { name: 'Laptop', response });
}

/** A person with a passkey that signs in. */
async function personWithPasskey() {
  const [actor, passkey] = [await newActor(), createSoftwarePasskey()];
  await add(actor, passkey);
  return { actor, passkey };
}

describe('signing in with a passkey', () => {
  it('starts a session, with the challenge of one server and the answer to another', async () => {
    const { actor, passkey } = await personWithPasskey();
    await signIn(passkey, { challenge: await offered(), server: 1 });
    const [session] = await em().find(SessionEntity, {});
    expect([session?.user?.id, session?.clientAddress]).toEqual([actor.id, BROWSER.clientAddress]);
    const [stored] = await em().find(PasskeyEntity, {});
    expect(stored?.lastUsedAt).toEqual(clock.now());
  });

  it('happens once when one answer is sent to two servers ten times at once', async () => {
    const { passkey } = await personWithPasskey();
    const challenge = await offered();
    const tries = Array.from({ length: 10 }, (_, index) =>
      signIn(passkey, { challenge, server: index % 2 === 0 ? 0 : 1 }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await sessions()).toBe(1);
  });

  it.each<[string, Partial<Signing> & { browser?: string }]>([
    ['from another site', { origin: 'https://laurel.example.net' }],
    ['from another port of the site', { origin: 'http://localhost:3001' }],
    ['for another site', { rpId: 'laurel.example.net' }],
    ["without the person's fingerprint or screen lock", { isVerified: false }],
    ['for a challenge that was never sent', { challenge: 'never-sent' }],
    ['in another browser', { browser: 'another browser' }],
  ])('is refused %s, and the same challenge does not work afterwards', async (_, change) => {
    const { passkey } = await personWithPasskey();
    const challenge = await offered();
    await expect(signIn(passkey, { challenge, ...change })).rejects.toThrow(PASSKEY_MESSAGES.notAccepted);
    expect(await sessions()).toBe(0);
    // A challenge that this answer never reached is still open for its own browser.
    const isStillOpen = 'challenge' in change || 'browser' in change;
    const again = signIn(passkey, { challenge });
    await (isStillOpen ? again : expect(again).rejects.toThrow(Invalid));
    expect(await sessions()).toBe(isStillOpen ? 1 : 0);
  });

  it('is refused when it is too late, by a millisecond', async () => {
    const { passkey } = await personWithPasskey();
    const [late, inTime] = [await offered(), await offered()];
    clock.advance(LATE_MS - 1);
    await signIn(passkey, { challenge: inTime });
    clock.advance(1);
    await expect(signIn(passkey, { challenge: late })).rejects.toThrow(Invalid);
  });

  it("is refused with another passkey's key, and with a challenge for adding one", async () => {
    const [{ actor, passkey }, other] = [await personWithPasskey(), createSoftwarePasskey()];
    const challenge = await offered();
    const forged = { ...other.signed({ challenge }), id: passkey.signed({ challenge }).id };
    await expect(
      signInWithPasskey(request(), { ...BROWSER, assertion: { ...forged, rawId: forged.id } }),
    ).rejects.toThrow(Invalid);
    await storeChallenge(request(), 'for-adding', additionBy(actor));
    await expect(signIn(passkey, { challenge: 'for-adding' })).rejects.toThrow(Invalid);
    expect(await sessions()).toBe(0);
  });

  it('is refused once the passkey was removed, and says so to deleted accounts only with a valid answer', async () => {
    const { actor, passkey } = await personWithPasskey();
    const [stored] = await em().find(PasskeyEntity, {});
    await em().nativeUpdate(UserAccountEntity, { id: actor.id }, { flags: ['DELETED'] });
    await expect(signIn(passkey, { challenge: await offered() })).rejects.toThrow(Forbidden);
    await expect(signIn(passkey, { challenge: 'never-sent' })).rejects.toThrow(Invalid);
    await em().nativeUpdate(UserAccountEntity, { id: actor.id }, { flags: [] });
    await removePasskey(request(), stored?.id ?? '');
    await expect(signIn(passkey, { challenge: await offered() })).rejects.toThrow(Invalid);
    expect(await sessions()).toBe(0);
  });

  it('is refused when the count is not higher than last time, as with a copied passkey', async () => {
    const { passkey } = await personWithPasskey();
    await signIn(passkey, { challenge: await offered(), counter: 7 });
    for (const counter of [7, 6]) {
      await expect(signIn(passkey, { challenge: await offered(), counter })).rejects.toThrow(Invalid);
    }
    await signIn(passkey, { challenge: await offered(), counter: 8 });
    expect(await sessions()).toBe(2);
  });

  it('is logged by ID only, like each refused answer', async () => {
    const { actor, passkey } = await personWithPasskey();
    const [stored] = await em().find(PasskeyEntity, {});
    await signIn(passkey, { challenge: 'never-sent' }).catch(() => undefined);
    await signIn(passkey, { challenge: await offered() });
    const [session] = await em().find(SessionEntity, {});
    expect(logged).toMatchObject([
      { msg: 'a passkey was refused', passkeyId: stored?.id },
      {
        ...{ msg: 'signed in with a passkey', userId: actor.id },
        ...{ passkeyId: stored?.id, sessionId: session?.id },
      },
    ]);
    expect(JSON.stringify(logged)).not.toContain(actor.email);
  });

  it('is limited to 60 challenges from one network in 15 minutes', async () => {
    for (let requests = 0; requests < 60; requests += 1) await offered();
    await expect(offered(1)).rejects.toThrow(RateLimited);
    clock.advance(15 * 60_000);
    await offered();
  });
});

describe('adding a passkey', () => {
  it('emails the person', async () => {
    const { actor } = await personWithPasskey();
    const mails = await em().find(OutboxMailEntity, {});
    expect(mails.map(({ kind, toAddress }) => [kind, toAddress])).toEqual([['passkey.added', actor.email]]);
    expect(mails[0]?.subject).toBe('A passkey was added to your Scholars account');
    expect(mails[0]?.textBody).toContain('The passkey “Laptop” was added to your Scholars account on ');
  });

  it.each<[string, Partial<Signing>]>([
    ['from another site', { origin: 'https://laurel.example.net' }],
    ['for another site', { rpId: 'laurel.example.net' }],
    ["without the person's fingerprint or screen lock", { isVerified: false }],
    ['for a challenge that was never sent', { challenge: 'never-sent' }],
  ])('is refused %s', async (_, change) => {
    await expect(add(await newActor(), createSoftwarePasskey(), change)).rejects.toThrow(
      PASSKEY_MESSAGES.notAdded,
    );
    expect(await em().count(PasskeyEntity)).toBe(0);
  });

  it('is refused in another session, for another person, too late, and a second time', async () => {
    const [actor, other] = [await newActor(), await newActor()];
    const challenge = randomUUID();
    await storeChallenge(request(), challenge, additionBy(actor));
    const input = { name: 'Laptop', response: createSoftwarePasskey().created({ challenge }) };
    for (const caller of [
      { ...actor, sessionId: randomUUID() },
      other,
      { ...other, sessionId: actor.sessionId },
    ]) {
      await expect(addPasskey(request(caller), input)).rejects.toThrow(Invalid);
    }
    await addPasskey(request(actor, 1), input);
    await expect(addPasskey(request(actor), input)).rejects.toThrow(Invalid);
    await storeChallenge(request(), 'late', additionBy(actor));
    clock.advance(LATE_MS);
    const expired = createSoftwarePasskey().created({ challenge: 'late' });
    await expect(addPasskey(request(actor), { name: 'Phone', response: expired })).rejects.toThrow(Invalid);
    expect(await em().count(PasskeyEntity)).toBe(1);
  });

  it('is refused for a passkey that another account has, and beyond ten', async () => {
    const { passkey } = await personWithPasskey();
    const actor = await newActor();
    await expect(add(actor, passkey)).rejects.toThrow(PASSKEY_MESSAGES.notAdded);
    for (let made = 0; made < PASSKEYS_MAX; made += 1) await makePasskey(servers[0], { userId: actor.id });
    await expect(add(actor, createSoftwarePasskey())).rejects.toThrow(Conflict);
  });

  it('is refused without a session: for the system, and with an access token', async () => {
    const actor = await newActor();
    const token = { id: randomUUID(), name: 'Script', scopes: ['MANAGE'] } as const;
    const input = { name: 'Laptop', response: createSoftwarePasskey().created({ challenge: 'any' }) };
    await expect(addPasskey(request(), input)).rejects.toThrow(Unauthorized);
    await expect(addPasskey(request({ ...actor, token }), input)).rejects.toThrow(Forbidden);
    await expect(addPasskey(request({ ...actor, sessionId: null }), input)).rejects.toThrow(Forbidden);
  });
});
