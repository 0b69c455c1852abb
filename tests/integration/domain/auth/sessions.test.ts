import { beforeEach, describe, expect, it } from 'vitest';
import { purgeSignInRows } from '#app/domain/auth/verify-login-code.server.ts';
import { endSession, endSessionsOf, startSession } from '#app/domain/auth/sessions.server.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { RateLimitEntity } from '#db/entities/rate-limit.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { CALLER, freshEmail, HOUR_MS, MINUTE_MS, useSignIn } from '#tests/support/sign-in.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import { findActor } from '#app/domain/auth/find-actor.server.ts';

const bench = useSignIn();
const ANONYMOUS = { kind: 'anonymous' };

let user: MadeUser;
beforeEach(async () => {
  user = await makeUser(bench.orm);
});

const start = (userId = user.id) => startSession(bench.ctx(), { owner: { userId }, client: CALLER });
const kindOf = async (secret: string) => (await bench.actorOf(secret)).kind;
const countSessions = () => bench.orm.em.fork().count(SessionEntity, { user: user.id });

describe('a session', () => {
  it('has the user, their flags, and their schools', async () => {
    const schools = [(await makeSchool(bench.orm)).id, (await makeSchool(bench.orm)).id].sort();
    await makeSchool(bench.orm);
    const { user: counselor } = await makeCounselor(bench.orm, schools, { flags: ['ADMIN'] });
    const { secret, id } = await start(counselor.id);
    expect(await bench.actorOf(secret)).toEqual({
      kind: 'user',
      id: counselor.id,
      firstName: counselor.firstName,
      lastName: counselor.lastName,
      email: counselor.email,
      flags: ['ADMIN'],
      highSchoolIds: schools,
      sessionId: id,
      signedInAt: bench.clock.now(),
    });
  });

  it('is found in one statement', async () => {
    const { secret } = await start();
    const counting = await openCountingOrm(bench.databaseUrl);
    const statements = await counting.count(() =>
      findActor(counting.orm.em.fork(), secret, { now: bench.clock.now(), settings: bench.settings }),
    );
    await counting.orm.close(true);
    expect(statements).toBe(1);
  });

  it('is stored as a hash of the secret', async () => {
    const { secret } = await start();
    const rows = await bench.orm.em
      .fork()
      .execute<{ row: string }[]>('select to_jsonb(s)::text as row from session s where user_id = ?', [
        user.id,
      ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(secret);
    expect(secret).toMatch(/^[\w-]{43}$/);
  });

  it('has a secret of 32 random bytes, different each time', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, async () => (await start()).secret));
    expect(new Set(secrets).size).toBe(20);
    expect(secrets.map((secret) => Buffer.from(secret, 'base64url').length)).toEqual(secrets.map(() => 32));
  });

  it('ends twelve hours after its last use', async () => {
    const { secret } = await start();
    bench.clock.advance(12 * HOUR_MS - 1);
    expect(await kindOf(secret)).toBe('user');
    bench.clock.advance(12 * HOUR_MS - 1);
    expect(await kindOf(secret)).toBe('user');
    bench.clock.advance(12 * HOUR_MS);
    expect(await bench.actorOf(secret)).toEqual(ANONYMOUS);
  });

  it('ends seven days after its start, however much it is used', async () => {
    const { secret } = await start();
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      bench.clock.advance(11 * HOUR_MS);
      expect(await kindOf(secret)).toBe('user');
    }
    bench.clock.advance(3 * HOUR_MS - 1);
    expect(await kindOf(secret)).toBe('user');
    bench.clock.advance(1);
    expect(await bench.actorOf(secret)).toEqual(ANONYMOUS);
  });

  it('writes its last use every five minutes at most', async () => {
    const { secret } = await start();
    const seenAt = async () => {
      const session = await bench.orm.em.fork().findOneOrFail(SessionEntity, { user: user.id });
      return session.seenAt.getTime();
    };
    const started = bench.clock.now().getTime();
    bench.clock.advance(5 * MINUTE_MS - 1);
    await bench.actorOf(secret);
    expect(await seenAt()).toBe(started);
    bench.clock.advance(1);
    await bench.actorOf(secret);
    expect(await seenAt()).toBe(started + 5 * MINUTE_MS);
  });

  it('is invalid once its user is deleted', async () => {
    const { secret } = await start();
    await bench.orm.em.fork().nativeUpdate(UserAccountEntity, { id: user.id }, { flags: ['DELETED'] });
    expect(await bench.actorOf(secret)).toEqual(ANONYMOUS);
  });

  it('is not found with a secret that differs', async () => {
    const { secret } = await start();
    for (const forged of [
      '',
      secret.slice(1),
      `${secret}=`,
      secret.toLowerCase(),
      `${secret.slice(0, -1)}_`,
    ]) {
      expect(await bench.actorOf(forged)).toEqual(ANONYMOUS);
    }
  });
});

describe('sign-out', () => {
  it('ends one session and keeps the others', async () => {
    const [here, there] = [await start(), await start()];
    await endSession(bench.ctx(await bench.actorOf(here.secret)));
    expect(await bench.actorOf(here.secret)).toEqual(ANONYMOUS);
    expect(await kindOf(there.secret)).toBe('user');
  });

  it("ends all of a user's sessions except the current one, and no one else's", async () => {
    const others = await start((await makeUser(bench.orm)).id);
    const [kept, ended] = [await start(), await start()];
    await endSessionsOf(bench.ctx(), user.id, kept.id);
    expect(await bench.actorOf(ended.secret)).toEqual(ANONYMOUS);
    expect(await kindOf(kept.secret)).toBe('user');
    await endSessionsOf(bench.ctx(), user.id);
    expect(await bench.actorOf(kept.secret)).toEqual(ANONYMOUS);
    expect(await kindOf(others.secret)).toBe('user');
  });
});

describe('purging', () => {
  it('removes only ended sessions and codes that no limit counts', async () => {
    const email = freshEmail();
    const old = freshEmail();
    await bench.ask(old);
    await start();
    bench.clock.advance(11 * HOUR_MS);
    const live = await start();
    await bench.ask(email);
    bench.clock.advance(HOUR_MS);
    await purgeSignInRows(bench.ctx());
    expect(await countSessions()).toBe(1);
    expect(await kindOf(live.secret)).toBe('user');
    expect(await bench.challengesOf(old)).toEqual([]);
    expect(await bench.challengesOf(email)).toHaveLength(1);
    expect(await bench.orm.em.fork().count(RateLimitEntity)).toBe(0);
    bench.clock.advance(10 * MINUTE_MS);
    await purgeSignInRows(bench.ctx());
    expect(await bench.challengesOf(email)).toEqual([]);
  });
});
