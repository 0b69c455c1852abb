import { describe, expect, it } from 'vitest';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { verifyLoginCode } from '#app/domain/auth/verify-login-code.server.ts';
import { Forbidden, Invalid } from '#app/lib/domain-errors.ts';
import { formatInZone, timeInZone } from '#app/lib/time/zoned-time.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import {
  freshEmail,
  MINUTE_MS,
  otherBrowser,
  otherCode,
  otherNetwork,
  useSignIn,
} from '#tests/support/sign-in.server.ts';

const bench = useSignIn({ APP_NAME: 'Northern Scholars' });
const ZONE = 'America/Anchorage';
const WRONG = new Invalid([{ path: ['code'], message: USER_MESSAGES.wrongCode }], USER_MESSAGES.wrongCode);

describe('a correct code', () => {
  it('signs in the owner of the account', async () => {
    const user = await makeAdmin(bench.orm);
    const code = await bench.requestSignInCode(user.email, otherNetwork());
    const signIn = await bench.enter(user.email, code);
    expect(signIn.action).toBe('LOGIN');
    expect(await bench.actorOf(signIn.sessionSecret)).toMatchObject({
      kind: 'user',
      id: user.id,
      flags: ['ADMIN'],
    });
  });

  it('of an address without an account only allows creating it', async () => {
    const email = freshEmail();
    const signIn = await bench.enter(email, await bench.requestSignInCode(email, otherNetwork()));
    expect(signIn.action).toBe('CREATE_ACCOUNT');
    const actor = await bench.actorOf(signIn.sessionSecret);
    expect(actor).toEqual({ kind: 'newcomer', email, sessionId: expect.any(String) as string });
  });

  it('of a deleted account is refused with the reason, and used up', async () => {
    const user = await makeUser(bench.orm, { flags: ['DELETED'] });
    const code = await bench.requestSignInCode(user.email, otherNetwork());
    await expect(bench.enter(user.email, code)).rejects.toEqual(
      new Forbidden('This account has been deleted.'),
    );
    await expect(bench.enter(user.email, code)).rejects.toEqual(WRONG);
    expect(await bench.orm.em.fork().count(SessionEntity, { user: user.id })).toBe(0);
  });

  it('works once', async () => {
    const user = await makeUser(bench.orm);
    const code = await bench.requestSignInCode(user.email, otherNetwork());
    await bench.enter(user.email, code);
    await expect(bench.enter(user.email, code)).rejects.toEqual(WRONG);
  });

  it('works until the last millisecond of its ten minutes, and not after', async () => {
    const [early, late] = [freshEmail(), freshEmail()];
    const codes = [
      await bench.requestSignInCode(early, otherNetwork()),
      await bench.requestSignInCode(late, otherNetwork()),
    ] as const;
    bench.clock.advance(10 * MINUTE_MS - 1);
    expect((await bench.enter(early, codes[0])).action).toBe('CREATE_ACCOUNT');
    bench.clock.advance(1);
    await expect(bench.enter(late, codes[1])).rejects.toEqual(WRONG);
  });

  it('is replaced by the next one of the same browser', async () => {
    const email = freshEmail();
    const first = await bench.requestSignInCode(email, otherNetwork());
    const second = await bench.requestSignInCode(email, otherNetwork());
    await expect(bench.enter(email, first)).rejects.toEqual(WRONG);
    expect((await bench.enter(email, second)).action).toBe('CREATE_ACCOUNT');
    await expect(bench.enter(email, first)).rejects.toEqual(WRONG);
  });

  it('still works after the session secret was rotated', async () => {
    const email = freshEmail();
    const code = await bench.requestSignInCode(email, otherNetwork());
    const ctx = bench.ctx();
    const rotated = ['another secret of at least 32 characters', ...ctx.settings.sessionSecrets];
    const signIn = await verifyLoginCode(
      { ...ctx, settings: { ...ctx.settings, sessionSecrets: rotated } },
      { email, code, ...otherNetwork(), userAgent: null },
    );
    expect(signIn.action).toBe('CREATE_ACCOUNT');
  });

  it('ends the session that the browser had before', async () => {
    const user = await makeUser(bench.orm);
    const before = await bench.enter(user.email, await bench.requestSignInCode(user.email, otherNetwork()));
    const ctx = bench.ctx(await bench.actorOf(before.sessionSecret));
    const code = await bench.requestSignInCode(user.email, otherNetwork());
    const after = await verifyLoginCode(ctx, {
      email: user.email,
      code,
      clientAddress: '192.0.2.1',
      userAgent: null,
    });
    expect((await bench.actorOf(before.sessionSecret)).kind).toBe('anonymous');
    expect((await bench.actorOf(after.sessionSecret)).kind).toBe('user');
  });
});

describe('an incorrect code', () => {
  it('is refused next to its field, and the correct one still works', async () => {
    const email = freshEmail();
    const code = await bench.requestSignInCode(email, otherNetwork());
    await expect(bench.enter(email, otherCode(code))).rejects.toEqual(WRONG);
    expect((await bench.enter(email, code)).action).toBe('CREATE_ACCOUNT');
  });

  it("can be another address's code, which stays valid", async () => {
    const [mine, theirs] = [freshEmail(), freshEmail()];
    const codes = {
      mine: await bench.requestSignInCode(mine),
      theirs: await bench.requestSignInCode(theirs),
    };
    await expect(bench.enter(theirs, codes.mine)).rejects.toEqual(WRONG);
    expect(await bench.challengesOf(mine)).toMatchObject([{ attempts: 0, consumed: false }]);
    expect((await bench.enter(theirs, codes.theirs)).action).toBe('CREATE_ACCOUNT');
  });

  it('is any code if none was requested', async () => {
    await expect(bench.enter(freshEmail(), '000000')).rejects.toEqual(WRONG);
  });

  it('is refused identically for known, invited, unknown, and deleted addresses', async () => {
    const known = await makeUser(bench.orm);
    const deleted = await makeUser(bench.orm, { flags: ['DELETED'] });
    for (const email of [known.email, deleted.email, freshEmail()]) {
      const code = await bench.requestSignInCode(email, otherNetwork());
      await expect(bench.enter(email, otherCode(code))).rejects.toEqual(WRONG);
    }
  });
});

describe('the email with a code', () => {
  it('has the code in subject and text, its expiry, the link to its screen, and the requesting browser', async () => {
    const email = freshEmail();
    const code = await bench.requestSignInCode(email, {
      clientAddress: '203.0.113.9',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
    });
    const message = await bench.sink.waitForEmailTo(email);
    expect(message.subject).toBe(`${code} is your Northern Scholars sign-in code`);
    const end = timeInZone(new Date(bench.clock.now().getTime() + 10 * MINUTE_MS).toISOString(), ZONE);
    const requestedAt = formatInZone(bench.clock.now().toISOString(), ZONE);
    expect(message.text.trimEnd().split('\n\n')).toEqual([
      `${code} is your Northern Scholars sign-in code.`,
      `Enter it on the sign-in page. It works once and expires in 10 minutes (at ${end}).`,
      `If you're using another browser or the page doesn't accept the code, open this link and enter the code there:\nhttp://localhost:3000/login?code=${await bench.newestLinkTo(email)}`,
      `Requested ${requestedAt} from 203.0.113.9 (Firefox on Windows).`,
      "Didn't request this? You can ignore this email. Never share this code or the link. We'll never ask you to.",
      'Questions? Email scholars@example.org.\nNorthern Scholars',
    ]);
    expect(message.html).toContain(`>${code}</p>`);
    expect(message.html.match(/class="button"/g)).toHaveLength(1);
    expect(message.html).not.toContain('src=');
  });

  it('names three of the requests that share it, and counts the others', async () => {
    const email = freshEmail();
    await bench.requestSignInCode(email);
    const networks = Array.from({ length: 5 }, otherBrowser);
    for (const network of networks) await bench.ask(email, network);
    bench.clock.advance(MINUTE_MS);
    await bench.sendDue();
    const { text } = await bench.sink.waitForEmailTo(email, 2);
    const requestLines = text.split('\n').filter((line) => /^(Requested|And)/.test(line));
    expect(requestLines).toHaveLength(4);
    for (const [at, { clientAddress }] of networks.slice(0, 3).entries()) {
      expect(requestLines[at]).toContain(`from ${clientAddress} (`);
    }
    expect(requestLines[3]).toBe('And 2 more times in the same minute.');
  });
});

describe('a code', () => {
  it("isn't in any table or log, and neither is its link", async () => {
    const email = freshEmail();
    const code = await bench.requestSignInCode(email, otherNetwork());
    const link = await bench.newestLinkTo(email);
    await bench.enter(email, otherCode(code), { link }).catch(() => undefined);
    const rows = await bench.orm.em
      .fork()
      .execute<{ all: string }[]>(
        `select coalesce(string_agg(c::text, ' '), '') as all from login_challenge c where email = ?`,
        [email],
      );
    expect(rows[0]?.all).toContain(email);
    for (const secret of [code, link]) expect(rows[0]?.all).not.toContain(secret);
    await bench.enter(email, code, { link });
    expect(bench.logText()).toContain('an incorrect code was entered');
    for (const secret of [code, link]) expect(bench.logText()).not.toContain(secret);
    expect(bench.logText()).not.toContain(email);
  });
});

describe('the log', () => {
  it('has each failed and successful sign-in, only by ID', async () => {
    const user = await makeUser(bench.orm);
    const code = await bench.requestSignInCode(user.email, otherNetwork());
    await bench.enter(user.email, otherCode(code)).catch(() => undefined);
    await bench.enter(user.email, code);
    const [challenge] = await bench.challengesOf(user.email);
    const reported = bench
      .logText()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'an incorrect code was entered' || msg === 'signed in');
    expect(reported).toMatchObject([
      { msg: 'an incorrect code was entered', challengeId: challenge?.id },
      { msg: 'signed in', userId: user.id, sessionId: expect.any(String) as string },
    ]);
  });
});
