import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccessToken } from '#app/domain/auth/access-tokens.server.ts';
import { addPasskey, additionBy } from '#app/domain/auth/add-passkey.server.ts';
import { findActor } from '#app/domain/auth/find-actor.server.ts';
import { storeChallenge } from '#app/domain/auth/passkey-challenges.server.ts';
import { approvePasskey, removePasskey } from '#app/domain/auth/passkeys.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { offerPasskeySignIn, signInWithPasskey } from '#app/domain/auth/sign-in-with-passkey.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { createHighSchool } from '#app/domain/high-schools/create-high-school.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { listUsers } from '#app/domain/users/read-users.server.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { isAdmin, type UserActor } from '#app/policy/actor.ts';
import { PASSKEY_NEEDED } from '#app/policy/authorize.ts';
import { HighSchoolCreateSchema } from '#app/schemas/high-school.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { makeAdmin, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';

const database = useDatabase('each test');
let servers: readonly [Orm, Orm];
let clock = createTestClock();

beforeEach(async () => {
  servers = [await database.openOrm(), await openOrm(database.url)];
  clock = createTestClock();
});
afterEach(() => servers[1].close(true));

const CLIENT = { clientAddress: '192.0.2.7', userAgent: 'tests', browserSecret: 'a browser' };
const REQUIRED = { requirePasskey: 'administrators' } as const;

/** A request to a server that requires passkeys of administrators, or to one that doesn't. */
const request = (actor?: UserActor, settings: Partial<Ctx['settings']> = REQUIRED, server: 0 | 1 = 0) =>
  makeCtx({
    ...{ orm: servers[server], now: clock.now, settings, channel: 'BROWSER' },
    ...(actor === undefined ? {} : { actor }),
  });
const em = () => servers[0].em.fork();

/** The actor of a request with this session. */
async function actorWith(
  secret: string,
  settings = REQUIRED as Partial<Ctx['settings']>,
): Promise<UserActor> {
  const found = await findActor(em(), secret, {
    now: clock.now(),
    settings: request(undefined, settings).settings,
  });
  if (found.actor.kind !== 'user') throw new Error('The session has ended.');
  return found.actor;
}

const byCode = async ({ id }: MadeUser) =>
  (await startSession(request(), { owner: { userId: id }, client: CLIENT })).secret;

/** Adds a passkey in the session of `secret`. Returns its ID, and how to sign in with it. */
async function enroll(secret: string) {
  const actor = await actorWith(secret);
  await storeChallenge(request(), 'challenge', additionBy(actor));
  const device = createSoftwarePasskey();
  const response = device.created({ challenge: 'challenge' });
  const { id, approvedAt } = await addPasskey(request(actor), { name: 'Laptop', response });
  const signIn = async (server: 0 | 1 = 0) => {
    const { challenge } = await offerPasskeySignIn(request(), CLIENT);
    const assertion = device.signed({ challenge });
    return signInWithPasskey(request(undefined, REQUIRED, server), { ...CLIENT, assertion });
  };
  return { id, approvedAt, signIn };
}

/** An administrator with an approved passkey, which the system approved. */
async function administratorWithPasskey() {
  const person = await makeAdmin(servers[0]);
  const enrolled = await enroll(await byCode(person));
  await approvePasskey(makeCtx({ orm: servers[0], channel: 'CLI' }), enrolled.id);
  return { person, ...enrolled };
}

const newSchool = (actor: UserActor, settings: Partial<Ctx['settings']> = REQUIRED) =>
  createHighSchool(
    request(actor, settings),
    HighSchoolCreateSchema.parse({
      ...{ name: 'New High', phone: '(907) 555-0177' },
      address: { address1: '1 School Road', city: 'Nome', zip5: '99762' },
    }),
  );

describe("an administrator's session that began with a code", () => {
  it("has no administrator rights, and the message says what to do; others' sessions are as before", async () => {
    const admin = await actorWith(await byCode(await makeAdmin(servers[0])));
    expect([isAdmin(admin), admin.passkey]).toEqual([false, 'NEEDED']);
    await expect(listUsers(request(admin), {})).rejects.toThrow(PASSKEY_NEEDED);
    await expect(newSchool(admin)).rejects.toThrow(PASSKEY_NEEDED);
    const user = await actorWith(await byCode(await makeUser(servers[0])));
    expect(user.passkey).toBeUndefined();
    await expect(listUsers(request(user), {})).rejects.toThrow(new Forbidden().message);
  });

  it('has all rights while the setting is off', async () => {
    const off = { requirePasskey: 'off' } as const;
    const admin = await actorWith(await byCode(await makeAdmin(servers[0])), off);
    expect(isAdmin(admin)).toBe(true);
    await newSchool(admin, off);
  });

  it("can't avoid the requirement by an access token, a new address, or the removal or approval of passkeys", async () => {
    const [person, other] = [await makeAdmin(servers[0]), await makeAdmin(servers[0])];
    const admin = await actorWith(await byCode(person));
    const own = await makePasskey(servers[0], { userId: person.id });
    const others = await makePasskey(servers[0], { userId: other.id });
    const token = { userId: person.id, name: 'Script', scopes: ['MANAGE' as const], days: 1 };
    await expect(createAccessToken(request(admin), token)).rejects.toThrow(PASSKEY_NEEDED);
    const patch = { email: 'new@x.example.org', emailCode: '123456' };
    await expect(changeUser(request(admin), { id: person.id, patch, ifMatch: null })).rejects.toThrow(
      PASSKEY_NEEDED,
    );
    await expect(removePasskey(request(admin), own)).rejects.toThrow(PASSKEY_NEEDED);
    await expect(approvePasskey(request(admin), own)).rejects.toThrow(Forbidden);
    await expect(approvePasskey(request(admin), others)).rejects.toThrow(NotFound);
    expect(await em().count(PasskeyEntity, { approvedAt: null })).toBe(2);
  });

  it("can't remove a passkey, and doesn't wait for its lock to say so", async () => {
    const person = await makeAdmin(servers[0]);
    const admin = await actorWith(await byCode(person));
    const id = await makePasskey(servers[0], { userId: person.id });
    await inTransaction(makeCtx({ orm: servers[0] }), async (tx) => {
      await lockRow(tx, PasskeyEntity, { id }, 'update');
      await expect(removePasskey(request(admin, REQUIRED, 1), id)).rejects.toThrow(PASSKEY_NEEDED);
    });
  });

  it('is refused in a write even if the request was admitted before the setting was on', async () => {
    const secret = await byCode(await makeAdmin(servers[0]));
    const before = await actorWith(secret, { requirePasskey: 'off' });
    await expect(newSchool(before)).rejects.toThrow(PASSKEY_NEEDED);
  });
});

describe('approving a passkey', () => {
  it('needs another administrator, whom we email, and takes effect in the same session immediately', async () => {
    const { person: approver, signIn } = await administratorWithPasskey();
    const person = await makeAdmin(servers[0]);
    const enrolled = await enroll(await byCode(person));
    expect(enrolled.approvedAt).toBeNull();
    const mails = await em().find(OutboxMailEntity, { kind: 'passkey.waiting', user: approver.id });
    expect(mails.map(({ toAddress }) => toAddress)).toEqual([approver.email]);

    const secret = await enrolled.signIn();
    const waiting = await actorWith(secret);
    expect([isAdmin(waiting), waiting.passkey]).toEqual([false, 'NEEDED']);
    await expect(approvePasskey(request(waiting), enrolled.id)).rejects.toThrow(Forbidden);

    const other = await actorWith(await signIn());
    expect((await approvePasskey(request(other), enrolled.id)).approvedAt).toBe(clock.now().toISOString());
    const [event] = await em().find(EventEntity, { kind: 'user.passkeyApproved', actor: approver.id });
    expect([event?.subjectId, event?.changes]).toEqual([person.id, { name: { from: '', to: 'Laptop' } }]);
    expect(isAdmin(await actorWith(secret))).toBe(true);
    await newSchool(await actorWith(secret));
  });

  it("is refused for one's own, even with another approved passkey, and to anyone but administrators", async () => {
    const { person, signIn } = await administratorWithPasskey();
    const own = await makePasskey(servers[0], { userId: person.id });
    const admin = await actorWith(await signIn());
    await expect(approvePasskey(request(admin), own)).rejects.toThrow(Forbidden);
    const user = await actorWith(await byCode(await makeUser(servers[0])));
    await expect(approvePasskey(request(user), own)).rejects.toThrow(NotFound);
  });

  it('is unnecessary in a session that an approved passkey started', async () => {
    const { signIn } = await administratorWithPasskey();
    const second = await enroll(await signIn());
    expect(second.approvedAt).toBe(clock.now().toISOString());
    expect(isAdmin(await actorWith(await second.signIn()))).toBe(true);
  });
});

describe("an administrator's session that began with an approved passkey", () => {
  it('has all rights, on each server', async () => {
    const { signIn } = await administratorWithPasskey();
    const admin = await actorWith(await signIn(1));
    expect([isAdmin(admin), admin.passkey]).toEqual([true, 'USED']);
    await listUsers(request(admin, REQUIRED, 1), {});
    await newSchool(admin);
  });

  it('loses them once the passkey is removed, even in a write that waited for a lock', async () => {
    const { id, person, signIn } = await administratorWithPasskey();
    const target = await makeUser(servers[0]);
    const secret = await signIn();
    const admin = await actorWith(secret);
    const waited = await inTransaction(makeCtx({ orm: servers[0] }), async (tx) => {
      await lockRow(tx, UserAccountEntity, { id: target.id }, 'update');
      const call = changeUser(request(admin), {
        ...{ id: target.id, ifMatch: null },
        patch: { phone: '(907) 555-0177' },
      }).catch((error: unknown) => error);
      await expect.poll(() => lockWaits(servers[0]), { timeout: 10_000 }).toBe(1);
      await removePasskey(makeCtx({ orm: servers[1] }), id);
      return { call };
    });
    expect(await waited.call).toBeInstanceOf(NotFound);
    const after = await actorWith(secret);
    expect([after.id, isAdmin(after)]).toEqual([person.id, false]);
  });
});
