import { describe, expect, it } from 'vitest';
import {
  consumeEmailChangeCode,
  requestEmailChangeCode,
  verifyEmailChangeCode,
} from '#app/domain/auth/email-change-code.server.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { Invalid, RateLimited, Unauthorized } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { actorOf, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { CALLER, freshEmail, MINUTE_MS, otherCode, useSignIn } from '#tests/support/sign-in.server.ts';

const bench = useSignIn();
const WRONG = new Invalid(
  [{ path: ['emailCode'], message: USER_MESSAGES.wrongCode }],
  USER_MESSAGES.wrongCode,
);

async function requestSignInCode(user: MadeUser, email: string): Promise<string> {
  const { sendsAt } = await requestEmailChangeCode(bench.ctx(actorOf(user)), { email, ...CALLER });
  const wait = sendsAt.getTime() - bench.clock.now().getTime();
  if (wait > 0) {
    bench.clock.advance(wait);
    await bench.sendDue();
  }
  return bench.newestCodeTo(email);
}

const verify = (user: MadeUser, email: string, code: string) =>
  verifyEmailChangeCode(bench.ctx(actorOf(user)), { userId: user.id, email, code });

describe('the code for a new address', () => {
  it('is emailed to the new address and works once', async () => {
    const [user, email] = [await makeUser(bench.orm), freshEmail()];
    const code = await requestSignInCode(user, email);
    const message = await bench.sink.waitForEmailTo(email);
    expect(message.subject).toBe(`${code} is the code for your new Scholars email address`);
    expect(bench.sink.emailsTo(user.email)).toEqual([]);

    const proven = await verify(user, email, code);
    await inTransaction(bench.ctx(), (tx) => consumeEmailChangeCode(tx, proven));
    await expect(
      inTransaction(bench.ctx(), (tx) => consumeEmailChangeCode(tx, proven)),
    ).rejects.toMatchObject({
      issues: WRONG.issues,
    });
    await expect(verify(user, email, code)).rejects.toMatchObject({ issues: WRONG.issues });
  });

  it('stays valid when the change is rolled back', async () => {
    const [user, email] = [await makeUser(bench.orm), freshEmail()];
    const proven = await verify(user, email, await requestSignInCode(user, email));
    const change = inTransaction(bench.ctx(), async (tx) => {
      await consumeEmailChangeCode(tx, proven);
      throw new Error('the address is taken');
    });
    await expect(change).rejects.toThrow('the address is taken');
    await inTransaction(bench.ctx(), (tx) => consumeEmailChangeCode(tx, proven));
  });

  it('is compared at most five times, even concurrently', async () => {
    const [user, email] = [await makeUser(bench.orm), freshEmail()];
    const code = await requestSignInCode(user, email);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => verify(user, email, otherCode(code))),
    );
    const reasons = outcomes.map((outcome): unknown =>
      outcome.status === 'rejected' ? outcome.reason : outcome,
    );
    expect(reasons.filter((reason) => reason instanceof Invalid)).toHaveLength(5);
    expect(reasons.filter((reason) => reason instanceof RateLimited)).toHaveLength(25);
    await expect(verify(user, email, code)).rejects.toThrow(RateLimited);
    await verify(user, email, await requestSignInCode(user, email));
  });

  it('works only for its user and address, for 10 minutes, and not for sign-in', async () => {
    const [user, other, email] = [await makeUser(bench.orm), await makeUser(bench.orm), freshEmail()];
    const code = await requestSignInCode(user, email);
    await expect(verify(other, email, code)).rejects.toMatchObject({ issues: WRONG.issues });
    await expect(verify(user, freshEmail(), code)).rejects.toMatchObject({ issues: WRONG.issues });
    await expect(bench.enter(email, code)).rejects.toThrow(Invalid);
    bench.clock.advance(10 * MINUTE_MS);
    await expect(verify(user, email, code)).rejects.toMatchObject({ issues: WRONG.issues });
  });

  it("isn't interchangeable with a sign-in code", async () => {
    const [user, email] = [await makeUser(bench.orm), freshEmail()];
    const code = await bench.requestSignInCode(email);
    await expect(verify(user, email, code)).rejects.toMatchObject({ issues: WRONG.issues });
    await requestSignInCode(user, email);
    expect((await bench.enter(email, code)).action).toBe('CREATE_ACCOUNT');
  });

  it('shares the one email a minute of its address, and has no link', async () => {
    const [user, email] = [await makeUser(bench.orm), freshEmail()];
    await bench.requestSignInCode(email);
    const { sendsAt } = await requestEmailChangeCode(bench.ctx(actorOf(user)), { email, ...CALLER });
    expect(sendsAt.getTime() - bench.clock.now().getTime()).toBe(MINUTE_MS);
    await bench.emailsSettled();
    expect(bench.sink.emailsTo(email)).toHaveLength(1);
    bench.clock.advance(MINUTE_MS);
    await bench.sendDue();
    const { subject, text } = await bench.sink.waitForEmailTo(email, 2);
    expect(subject).toMatch(/^\d{6} is the code for your new Scholars email address$/);
    expect(text).not.toContain('http');
  });

  it("is ended by the same user's next request, and by no other user's", async () => {
    const [user, other, email] = [await makeUser(bench.orm), await makeUser(bench.orm), freshEmail()];
    const first = await requestSignInCode(user, email);
    const theirs = await requestSignInCode(other, email);
    const second = await requestSignInCode(user, email);
    await expect(verify(user, email, first)).rejects.toMatchObject({ issues: WRONG.issues });
    await verify(other, email, theirs);
    await verify(user, email, second);
  });

  it('is for users only', async () => {
    const newcomer: Actor = { kind: 'newcomer', email: freshEmail(), sessionId: 'none' };
    for (const actor of [{ kind: 'anonymous' } as const, newcomer]) {
      await expect(
        requestEmailChangeCode(bench.ctx(actor), { email: freshEmail(), ...CALLER }),
      ).rejects.toEqual(new Unauthorized());
    }
  });

  it('is never compared inside a transaction, whose rollback would undo the count', async () => {
    const [user, email] = [await makeUser(bench.orm), freshEmail()];
    const code = await requestSignInCode(user, email);
    await expect(
      inTransaction(bench.ctx(), (tx) => verifyEmailChangeCode(tx, { userId: user.id, email, code })),
    ).rejects.toThrow('Attempts must be counted outside a transaction');
  });
});

describe('a changed address', () => {
  it('ends the other sessions and keeps the one that proved it; codes go to the new address', async () => {
    const user = await makeUser(bench.orm);
    const signIn = async () =>
      (await bench.enter(user.email, await bench.requestSignInCode(user.email))).sessionSecret;
    const [here, there] = [await signIn(), await signIn()];
    const email = freshEmail();
    const emailCode = await requestSignInCode(user, email);
    const ctx = bench.ctx(await bench.actorOf(here));
    await changeUser(ctx, { id: user.id, patch: { email, emailCode }, ifMatch: null });

    expect(await bench.actorOf(here)).toMatchObject({ kind: 'user', id: user.id, email });
    expect((await bench.actorOf(there)).kind).toBe('anonymous');
    expect((await bench.enter(email, await bench.requestSignInCode(email))).action).toBe('LOGIN');
    expect((await bench.enter(user.email, await bench.requestSignInCode(user.email))).action).toBe(
      'CREATE_ACCOUNT',
    );
  });

  it('ends a session that starts concurrently with the old one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await makeUser(bench.orm);
      const email = freshEmail();
      const [code, emailCode] = [
        await bench.requestSignInCode(user.email),
        await requestSignInCode(user, email),
      ];
      const [signIn] = await Promise.all([
        bench.enter(user.email, code),
        changeUser(bench.ctx(actorOf(user)), { id: user.id, patch: { email, emailCode }, ifMatch: null }),
      ]);
      expect((await bench.actorOf(signIn.sessionSecret)).kind).not.toBe('user');
      bench.clock.advance(20 * MINUTE_MS);
    }
  });
});
