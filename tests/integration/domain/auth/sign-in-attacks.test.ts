import { describe, expect, it } from 'vitest';
import { verifyLoginCode } from '#app/domain/auth/verify-login-code.server.ts';
import { Invalid, RateLimited } from '#app/lib/domain-errors.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import {
  CALLER,
  freshEmail,
  MINUTE_MS,
  otherBrowser,
  otherCode,
  useSignIn,
} from '#tests/support/sign-in.server.ts';

const bench = useSignIn();

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

describe('entering codes many times at once', () => {
  it('compares exactly 5 of 100 incorrect codes, then rejects the correct one, and accepts a new code', async () => {
    const { email } = await makeUser(bench.orm);
    const code = await bench.requestSignInCode(email);
    expect(await tally(times(100, () => bench.enter(email, otherCode(code))))).toEqual({
      signedIn: 0,
      wrong: 5,
      locked: 95,
    });
    expect(await bench.challengesOf(email)).toMatchObject([{ attempts: 5, consumed: false }]);
    expect(await tally([bench.enter(email, code)])).toEqual({ signedIn: 0, wrong: 0, locked: 1 });

    const elsewhere = otherBrowser();
    const another = await bench.requestSignInCode(email, elsewhere);
    expect((await bench.enter(email, another, elsewhere)).action).toBe('LOGIN');
  });

  it('signs in once when the correct code is entered 50 times', async () => {
    const user = await makeUser(bench.orm);
    const code = await bench.requestSignInCode(user.email);
    const { signedIn } = await tally(times(50, () => bench.enter(user.email, code)));
    expect(signedIn).toBe(1);
    expect(await bench.orm.em.fork().count(SessionEntity, { user: user.id })).toBe(1);
  });

  it('compares at most 20 per address in an hour, across all valid codes', async () => {
    const email = freshEmail();
    const browsers = times(8, otherBrowser);
    for (const browser of browsers) await bench.requestSignInCode(email, browser);
    const tries = browsers.flatMap((browser) => times(10, () => bench.enter(email, '111111', browser)));
    expect(await tally(tries)).toEqual({ signedIn: 0, wrong: 20, locked: 60 });
    const rows = await bench.challengesOf(email);
    expect(Math.max(...rows.map(({ attempts }) => attempts))).toBe(5);
  });

  it('compares exactly 5 of 100 incorrect codes through the link, in addition to 5 without it', async () => {
    const { email } = await makeUser(bench.orm);
    const code = await bench.requestSignInCode(email);
    const link = await bench.newestLinkTo(email);
    const guesses = (how: { link?: string }) =>
      tally(times(100, () => bench.enter(email, otherCode(code), how)));
    expect(await guesses({ link })).toEqual({ signedIn: 0, wrong: 5, locked: 95 });
    expect(await guesses({})).toEqual({ signedIn: 0, wrong: 5, locked: 95 });
    expect(await tally([bench.enter(email, code, { link })])).toMatchObject({ locked: 1 });
  });

  it('allows at most one success and five comparisons for concurrent incorrect and correct codes', async () => {
    const email = freshEmail();
    const code = await bench.requestSignInCode(email);
    const mixed = times(40, () => [bench.enter(email, otherCode(code)), bench.enter(email, code)]).flat();
    const { signedIn } = await tally(mixed);
    expect(signedIn).toBeLessThanOrEqual(1);
    const [challenge] = await bench.challengesOf(email);
    expect(challenge?.attempts).toBeLessThanOrEqual(5);
    expect(challenge?.consumed).toBe(signedIn === 1);
  });
});

describe('two servers', () => {
  it("share the attempts on a code, which a restart doesn't reset", async () => {
    const email = freshEmail();
    const code = await bench.requestSignInCode(email);
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

describe('an entered code', () => {
  it("is compared with the link's code, otherwise the browser's, otherwise the newest, and with no other", async () => {
    const { email } = await makeUser(bench.orm);
    const [mine, theirs, other] = [otherBrowser(), otherBrowser(), otherBrowser()];
    const codes = { mine: await bench.requestSignInCode(email, mine) };
    const link = await bench.newestLinkTo(email);
    const newest = await bench.requestSignInCode(email, theirs);
    const refused = [
      bench.enter(email, newest, mine),
      bench.enter(email, newest, { ...theirs, link }),
      bench.enter(email, codes.mine, theirs),
      bench.enter(email, codes.mine, other),
    ];
    expect(await tally(refused)).toEqual({ signedIn: 0, wrong: 4, locked: 0 });
    expect((await bench.enter(email, newest, other)).action).toBe('LOGIN');
    expect((await bench.enter(email, codes.mine, { ...theirs, link })).action).toBe('LOGIN');
  });

  it("through an expired link, or another address's link, isn't compared", async () => {
    const [mine, theirs] = [freshEmail(), freshEmail()];
    await bench.requestSignInCode(mine);
    const foreign = await bench.newestLinkTo(mine);
    const code = await bench.requestSignInCode(theirs);
    const link = await bench.newestLinkTo(theirs);
    expect(await tally([bench.enter(theirs, code, { link: foreign })])).toMatchObject({ wrong: 1 });
    await bench.enter(theirs, code, { link });
    expect(await tally([bench.enter(theirs, code, { link })])).toMatchObject({ wrong: 1 });
    expect((await bench.challengesOf(mine))[0]).toMatchObject({ attempts: 0 });
  });

  it("isn't counted as an attempt if it is correct", async () => {
    const { email } = await makeUser(bench.orm);
    for (let signedIn = 0; signedIn < 25; signedIn += 1) {
      const code = await bench.requestSignInCode(email, otherBrowser());
      const link = signedIn % 2 === 0 ? undefined : await bench.newestLinkTo(email);
      expect((await bench.enter(email, code, { link })).action).toBe('LOGIN');
    }
    expect((await bench.challengesOf(email)).map(({ attempts }) => attempts)).toEqual(times(25, () => 0));
  });
});

describe('requesting another code', () => {
  it("ends only the browser's earlier code once the new one is sent", async () => {
    const { email } = await makeUser(bench.orm);
    const [mine, theirs] = [otherBrowser(), otherBrowser()];
    const earlier = await bench.requestSignInCode(email, mine);
    const others = await bench.requestSignInCode(email, theirs);
    await bench.ask(email, mine);
    const link = await bench.newestLinkTo(email);
    expect(link).not.toBe('');
    bench.clock.advance(MINUTE_MS);
    await bench.sendDue();
    const latest = await bench.newestCodeTo(email);
    expect(await tally([bench.enter(email, earlier, mine)])).toMatchObject({ wrong: 1 });
    expect((await bench.enter(email, others, theirs)).action).toBe('LOGIN');
    expect((await bench.enter(email, latest, mine)).action).toBe('LOGIN');
  });

  it('keeps a code for others who requested it, too', async () => {
    const { email } = await makeUser(bench.orm);
    const [mine, theirs] = [otherBrowser(), otherBrowser()];
    await bench.requestSignInCode(email, otherBrowser());
    await bench.ask(email, mine);
    const shared = await bench.requestSignInCode(email, theirs);
    await bench.requestSignInCode(email, mine);
    expect(await tally([bench.enter(email, shared, mine)])).toMatchObject({ wrong: 1 });
    expect((await bench.enter(email, shared, theirs)).action).toBe('LOGIN');
  });
});

describe('someone who guesses codes', () => {
  /** Guesses codes for this many minutes, up to the limit. The owner's requests share the attacker's emails. */
  async function attackFor(minutes: number, email: string): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      const browser = otherBrowser();
      await bench.ask(email, browser);
      await tally(times(6, () => bench.enter(email, '111111', browser)));
      bench.clock.advance(MINUTE_MS);
      await bench.sendDue();
    }
  }

  it('gets at most 20 codes compared in any hour, even by requesting and trying codes for two hours', async () => {
    const { email } = await makeUser(bench.orm);
    const compared: { at: number; total: number }[] = [];
    for (let minute = 0; minute < 120; minute += 3) {
      const browsers = times(3, otherBrowser);
      for (const browser of browsers) await bench.ask(email, browser);
      for (const browser of browsers) await tally(times(3, () => bench.enter(email, '111111', browser)));
      const rows = await bench.challengesOf(email);
      compared.push({ at: minute, total: rows.reduce((sum, row) => sum + row.attempts, 0) });
      bench.clock.advance(3 * MINUTE_MS);
      await bench.sendDue();
    }
    const totalAt = (minute: number) => compared.find(({ at }) => at === minute)?.total ?? 0;
    const worstHour = Math.max(...compared.map(({ at, total }) => total - totalAt(at - 60)));
    expect(worstHour).toBeLessThanOrEqual(20);
    expect(totalAt(117)).toBeGreaterThan(20);
  });

  it("can't lock out the owner, who opens the link in a new browser", async () => {
    const { email } = await makeUser(bench.orm);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await attackFor(20, email);
      const owner = otherBrowser();
      const code = await bench.requestSignInCode(email, owner);
      expect(await tally([bench.enter(email, code, owner)])).toMatchObject({ locked: 1 });
      const link = await bench.newestLinkTo(email);
      expect((await bench.enter(email, code, { ...otherBrowser(), link })).action).toBe('LOGIN');
    }
  });

  it('sees when to try again, and the owner can use the link, a new code, or wait an hour', async () => {
    const { email } = await makeUser(bench.orm);
    const locked = async () => {
      const refusal: unknown = await bench.enter(email, '111111').catch((thrown: unknown) => thrown);
      if (!(refusal instanceof RateLimited)) throw refusal;
      return [refusal.message, refusal.retryAfterSeconds];
    };
    for (let codes = 1; codes <= 4; codes += 1) {
      await bench.requestSignInCode(email);
      await tally(times(5, () => bench.enter(email, '111111')));
      if (codes === 4) break;
      expect(await locked()).toEqual([
        'Too many incorrect codes were entered. Open the link in your latest email, or request a new code.',
        600,
      ]);
    }
    // The first code is three minutes old and counts for 70 minutes.
    const message =
      'Too many incorrect codes were entered for this address. Open the link in your latest email, or';
    expect(await locked()).toEqual([`${message} try again in 67 minutes.`, 67 * 60]);
    bench.clock.advance(67 * MINUTE_MS);
    await bench.requestSignInCode(email);
    expect(await tally(times(6, () => bench.enter(email, '111111')))).toMatchObject({ wrong: 5, locked: 1 });
  });
});
