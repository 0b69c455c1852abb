import { describe, expect, it } from 'vitest';
import { verifyLoginCode } from '#app/domain/auth/verify-login-code.server.ts';
import { Invalid, RateLimited } from '#app/lib/domain-errors.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  CALLER,
  freshEmail,
  MINUTE_MS,
  otherCode,
  otherNetwork,
  useSignIn,
} from '#tests/support/sign-in.server.ts';

const bench = useSignIn();

/** How many of the tries ended how. */
async function tally(tries: readonly Promise<unknown>[]) {
  const counts = { signedIn: 0, wrong: 0, locked: 0 };
  for (const outcome of await Promise.allSettled(tries)) {
    if (outcome.status === 'fulfilled') counts.signedIn += 1;
    else if (outcome.reason instanceof RateLimited) counts.locked += 1;
    else if (outcome.reason instanceof Invalid) counts.wrong += 1;
    else throw outcome.reason;
  }
  return counts;
}

const times = <Result>(count: number, make: () => Result) => Array.from({ length: count }, make);

describe('many at once', () => {
  it('compares exactly 5 of 100 wrong codes, refuses the right one then, and lets the owner in with a new code', async () => {
    const { email } = await makeUser(bench.orm);
    const code = await bench.askCode(email);
    expect(await tally(times(100, () => bench.enter(email, otherCode(code))))).toEqual({
      signedIn: 0,
      wrong: 5,
      locked: 95,
    });
    expect(await bench.challengesOf(email)).toMatchObject([{ attempts: 5, consumed: false }]);
    expect(await tally([bench.enter(email, code)])).toEqual({ signedIn: 0, wrong: 0, locked: 1 });

    expect((await bench.enter(email, await bench.askCode(email))).action).toBe('LOGIN');
  });

  it('signs in once when the right code is entered 50 times', async () => {
    const user = await makeUser(bench.orm);
    const code = await bench.askCode(user.email);
    const { signedIn } = await tally(times(50, () => bench.enter(user.email, code)));
    expect(signedIn).toBe(1);
    const sessions = await bench.orm.em.fork().execute('select id from session where user_id = ?', [user.id]);
    expect(sessions).toHaveLength(1);
  });

  it('leaves one live code when ten are asked for', async () => {
    const email = freshEmail();
    await Promise.all(times(10, () => bench.ask(email)));
    await bench.sink.waitForMailTo(email, 5);
    expect(await bench.challengesOf(email)).toHaveLength(5);
    const codes = bench.sink.mailsTo(email).map(({ subject }) => subject.slice(0, 6));
    expect(codes).toHaveLength(5);
    const outcomes = [];
    for (const code of codes) outcomes.push(await tally([bench.enter(email, code)]));
    expect(outcomes.filter(({ signedIn }) => signedIn === 1)).toHaveLength(1);
  });

  it('answers wrong and right ones together with at most one success and five comparisons', async () => {
    const email = freshEmail();
    const code = await bench.askCode(email);
    const mixed = times(40, () => [bench.enter(email, otherCode(code)), bench.enter(email, code)]).flat();
    const { signedIn } = await tally(mixed);
    expect(signedIn).toBeLessThanOrEqual(1);
    const [challenge] = await bench.challengesOf(email);
    expect(challenge?.attempts).toBeLessThanOrEqual(5);
    expect(challenge?.consumed).toBe(signedIn === 1);
  });
});

describe('two servers', () => {
  it('count the tries on a code together, and none is given back by a restart', async () => {
    const email = freshEmail();
    const code = await bench.askCode(email);
    const openOther = () => openOrm(bench.databaseUrl);
    const enterAt = (orm: Orm) =>
      verifyLoginCode(makeCtx({ orm, now: bench.clock.now }), {
        email,
        code: otherCode(code),
        ...CALLER,
      });
    const other = await openOther();
    const { wrong } = await tally(
      times(10, () => [bench.enter(email, otherCode(code)), enterAt(other)]).flat(),
    );
    await other.close(true);
    const restarted = await openOther();
    const afterwards = await tally([enterAt(restarted)]);
    await restarted.close(true);
    expect(wrong).toBe(5);
    expect(afterwards).toEqual({ signedIn: 0, wrong: 0, locked: 1 });
  });
});

describe('somebody who guesses', () => {
  /** Guesses on the live code from as many networks, one try each unless told. */
  const guess = (email: string, code: string, count: number, caller = () => otherNetwork()) =>
    tally(times(count, () => bench.enter(email, otherCode(code), caller())));

  it('elsewhere can use up two tries of a code, and the owner keeps three', async () => {
    const { email } = await makeUser(bench.orm);
    const code = await bench.askCode(email);
    expect(await guess(email, code, 20)).toEqual({ signedIn: 0, wrong: 2, locked: 18 });
    expect(await tally(times(2, () => bench.enter(email, otherCode(code))))).toMatchObject({ wrong: 2 });
    expect((await bench.enter(email, code)).action).toBe('LOGIN');
  });

  it('asks for codes and tries them for two hours: never more than 20 are compared in an hour', async () => {
    const { email } = await makeUser(bench.orm);
    const compared: { at: number; total: number }[] = [];
    const networks = times(3, otherNetwork);
    for (let minute = 0; minute < 120; minute += 3) {
      await bench.ask(email, networks[(minute / 3) % networks.length]);
      for (const network of networks) await guess(email, '111111', 3, () => network);
      const rows = await bench.challengesOf(email);
      compared.push({ at: minute, total: rows.reduce((sum, row) => sum + row.attempts, 0) });
      bench.clock.advance(3 * MINUTE_MS);
    }
    const totalAt = (minute: number) => compared.find(({ at }) => at === minute)?.total ?? 0;
    const worstHour = Math.max(...compared.map(({ at, total }) => total - totalAt(at - 60)));
    expect(worstHour).toBeLessThanOrEqual(18);
    expect(totalAt(117)).toBeGreaterThan(18);
  });

  it('for fifteen minutes leaves a new browser of the owner a try with the next code', async () => {
    const { email } = await makeUser(bench.orm);
    const network = otherNetwork();
    for (let codes = 0; codes < 6; codes += 1) {
      await bench.ask(email, network);
      await guess(email, '111111', 6, () => network);
    }
    bench.clock.advance(15 * MINUTE_MS);
    const code = await bench.askCode(email);
    await guess(email, code, 20);
    expect((await bench.enter(email, code)).action).toBe('LOGIN');
  });

  it('as long as it takes cannot lock out a browser that the owner signed in with before', async () => {
    const { email } = await makeUser(bench.orm);
    const { deviceMarks } = await bench.enter(email, await bench.askCode(email));
    const network = otherNetwork();
    for (let minute = 0; minute < 45; minute += 1) {
      await bench.ask(email, network);
      await guess(email, '111111', 6, () => network);
      bench.clock.advance(MINUTE_MS);
    }
    const code = await bench.askCode(email, { deviceMarks });
    expect(await tally([bench.enter(email, code)])).toMatchObject({ locked: 1 });
    expect((await bench.enter(email, code, { deviceMarks })).action).toBe('LOGIN');
  });

  it('gains nothing from marks that are not ours, or of another address', async () => {
    const [mine, theirs] = [freshEmail(), freshEmail()];
    const { deviceMarks } = await bench.enter(mine, await bench.askCode(mine));
    const code = await bench.askCode(theirs, otherNetwork());
    const stolen = () => ({ ...otherNetwork(), deviceMarks: [...deviceMarks, theirs, ''] });
    expect(await guess(theirs, code, 10, stolen)).toEqual({ signedIn: 0, wrong: 2, locked: 8 });
  });

  it('is told when to come back: for a new code, or when the hour has passed', async () => {
    const { email } = await makeUser(bench.orm);
    const locked = async () => {
      const refusal: unknown = await bench.enter(email, '111111').catch((thrown: unknown) => thrown);
      if (!(refusal instanceof RateLimited)) throw refusal;
      return [refusal.message, refusal.retryAfterSeconds];
    };
    for (let codes = 0; codes < 5; codes += 1) {
      await bench.ask(email);
      await guess(email, '111111', 5, () => CALLER);
      expect(await locked()).toEqual(['Too many wrong codes were entered. Ask for a new code.', 600]);
    }
    bench.clock.advance(15 * MINUTE_MS);
    await bench.ask(email);
    expect(await guess(email, '111111', 3, () => CALLER)).toMatchObject({ wrong: 2, locked: 1 });
    expect(await locked()).toEqual([
      'Too many wrong codes were entered for this address. Try again in 55 minutes.',
      55 * 60,
    ]);
    bench.clock.advance(55 * MINUTE_MS);
    await bench.ask(email);
    expect(await guess(email, '111111', 5, () => CALLER)).toMatchObject({ wrong: 5, locked: 0 });
  });
});
