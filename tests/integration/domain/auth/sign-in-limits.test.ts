import { describe, expect, it } from 'vitest';
import { RateLimited } from '#app/lib/domain-errors.ts';
import { createLog } from '#app/config/log.server.ts';
import { requestEmailChangeCode } from '#app/domain/auth/email-change-code.server.ts';
import { requestLoginCode } from '#app/domain/auth/request-code.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { RateLimitEntity } from '#db/entities/rate-limit.ts';
import { actorOf, makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import {
  CALLER,
  freshEmail,
  MINUTE_MS,
  otherBrowser,
  otherNetwork,
  useSignIn,
} from '#tests/support/sign-in.server.ts';

const bench = useSignIn();

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
async function repeat(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
}

const emailsTo = (email: string) => bench.sink.emailsTo(email).length;

/** The seconds from a request until its email is sent. */
async function secondsUntilSent(email: string, caller = otherBrowser()): Promise<number> {
  const { sendsAt } = await bench.ask(email, caller);
  return (sendsAt.getTime() - bench.clock.now().getTime()) / 1000;
}

describe('an address', () => {
  it('gets one code email a minute, which lists the browsers of all requests in that minute', async () => {
    const email = freshEmail();
    expect(await secondsUntilSent(email)).toBe(0);
    const browsers = times(3).map(otherBrowser);
    bench.clock.advance(20_000);
    for (const browser of browsers) expect(await secondsUntilSent(email, browser)).toBe(40);
    bench.clock.advance(40_000 - 1);
    await bench.sendDue();
    await bench.emailsSettled();
    expect(emailsTo(email)).toBe(1);

    bench.clock.advance(1);
    await Promise.all(times(5).map(() => bench.sendDue()));
    const code = await bench.newestCodeTo(email);
    await bench.emailsSettled();
    expect(emailsTo(email)).toBe(2);
    // A newer code of another browser doesn't replace this one.
    await bench.requestSignInCode(email, otherBrowser());
    expect((await bench.enter(email, code, browsers[1])).action).toBe('CREATE_ACCOUNT');
  });

  it('gets one email for twenty concurrent requests, and from two servers', async () => {
    const email = freshEmail();
    await Promise.all(times(20).map(() => bench.ask(email, otherBrowser())));
    await bench.emailsSettled();
    const early = emailsTo(email);
    expect(early).toBe(1);
    bench.clock.advance(MINUTE_MS);
    await Promise.all(times(5).map(() => bench.sendDue()));
    await bench.emailsSettled();
    expect(emailsTo(email)).toBeLessThanOrEqual(2);
    bench.clock.advance(MINUTE_MS);
    await bench.sendDue();
    await bench.emailsSettled();
    expect(emailsTo(email)).toBeLessThanOrEqual(2);
  });

  it('gets the next email a minute after a late one', async () => {
    const [email, user] = [freshEmail(), await makeUser(bench.orm)];
    await bench.ask(email, otherBrowser());
    await bench.ask(email, otherBrowser());
    await requestEmailChangeCode(bench.ctx(actorOf(user)), { email, ...CALLER, ...otherNetwork() });
    bench.clock.advance(2 * MINUTE_MS - 1000);
    await bench.sendDue();
    bench.clock.advance(1000);
    await bench.sendDue();
    await bench.emailsSettled();
    expect(emailsTo(email)).toBe(2);
    bench.clock.advance(MINUTE_MS - 1000);
    await bench.sendDue();
    await bench.sink.waitForEmailTo(email, 3);
  });

  it('is delayed by at most two minutes, even if many accounts want to change to it', async () => {
    const email = freshEmail();
    await repeat(4, async () => {
      const other = await makeUser(bench.orm);
      await requestEmailChangeCode(bench.ctx(actorOf(other)), { email, ...CALLER, ...otherNetwork() });
    });
    expect(await secondsUntilSent(email)).toBe(60);
    const user = await makeUser(bench.orm);
    const { sendsAt } = await requestEmailChangeCode(bench.ctx(actorOf(user)), {
      ...{ email, ...CALLER, ...otherNetwork() },
    });
    expect(sendsAt.getTime() - bench.clock.now().getTime()).toBe(8 * MINUTE_MS);
  });

  it('gets a code that waited for a stopped server, unless it expired', async () => {
    const [late, tooLate] = [freshEmail(), freshEmail()];
    for (const email of [late, tooLate]) await bench.requestSignInCode(email, otherBrowser());
    await bench.ask(tooLate, otherBrowser());
    bench.clock.advance(10 * MINUTE_MS);
    await bench.requestSignInCode(late, otherBrowser());
    await bench.ask(late);
    bench.clock.advance(5 * MINUTE_MS);
    await bench.sendDue();
    const code = await bench.newestCodeTo(late);
    bench.clock.advance(10 * MINUTE_MS - 1);
    expect((await bench.enter(late, code)).action).toBe('CREATE_ACCOUNT');
    await bench.emailsSettled();
    expect(emailsTo(tooLate)).toBe(1);
  });
});

describe('a running server', () => {
  it('sends a waiting code after its minute without another request', async () => {
    const email = freshEmail();
    const start = new Date();
    const offset = { ms: 0 };
    const now = () => new Date(Date.now() + offset.ms);
    const { orm, settings } = bench;
    const system = openMailSystem({ settings, orm, log: createLog('silent'), now });
    const ctx = { ...bench.ctx(), now, mailer: system.mailer };
    try {
      await requestLoginCode(ctx, { email, ...CALLER, ...otherBrowser() });
      await bench.sink.waitForEmailTo(email, 1);
      // The second request comes half a second before its email is due.
      offset.ms = 59_500 - (Date.now() - start.getTime());
      const { sendsAt } = await requestLoginCode(ctx, { email, ...CALLER, ...otherBrowser() });
      expect(sendsAt.getTime()).toBeGreaterThan(now().getTime());
      await bench.sink.waitForEmailTo(email, 2);
    } finally {
      await system.close();
    }
  });
});

describe('a client address', () => {
  const refusal = async (caller: { clientAddress: string }) => {
    const thrown: unknown = await bench.ask(freshEmail(), caller).then(
      () => undefined,
      (error: unknown) => error,
    );
    return thrown instanceof RateLimited ? [thrown.message, thrown.retryAfterSeconds] : thrown;
  };

  it('gets 20 codes in 15 minutes, then a Retry-After', async () => {
    const network = otherNetwork();
    await repeat(20, () => bench.ask(freshEmail(), network));
    bench.clock.advance(5 * MINUTE_MS + 500);
    expect(await refusal(network)).toEqual([
      'Too many codes were requested from your network. Try again in 10 minutes.',
      600,
    ]);
    expect(await refusal(otherNetwork())).toBeUndefined();
    bench.clock.advance(10 * MINUTE_MS - 500);
    expect(await refusal(network)).toBeUndefined();
  });

  it('counts exactly for forty concurrent requests', async () => {
    const network = otherNetwork();
    const codeRequests = await Promise.allSettled(times(40).map(() => bench.ask(freshEmail(), network)));
    expect(codeRequests.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });

  it('is counted by /64 network for IPv6, and as IPv4 if mapped into IPv6', async () => {
    for (const host of times(20)) await bench.ask(freshEmail(), { clientAddress: `2001:db8:7::${host + 1}` });
    expect(await refusal({ clientAddress: '2001:db8:7:0:ffff::1' })).toEqual([expect.any(String), 900]);
    expect(await refusal({ clientAddress: '2001:db8:7:1::1' })).toBeUndefined();
    const { clientAddress } = otherNetwork();
    await repeat(20, () => bench.ask(freshEmail(), { clientAddress: `::ffff:${clientAddress}` }));
    expect(await refusal({ clientAddress })).toEqual([expect.any(String), 900]);
  });

  it('is stored as a hash, like the requested address', async () => {
    const [network, email] = [otherNetwork(), freshEmail()];
    await bench.ask(email, network);
    const rows = await bench.orm.em.fork().findAll(RateLimitEntity);
    expect(rows).not.toEqual([]);
    const keys = rows.map(({ key }) => key).join('\n');
    expect(keys).not.toContain(email);
    expect(keys).not.toContain(network.clientAddress);
  });
});

describe('known, invited, unknown and deleted addresses', () => {
  it('cause the same statements, and each gets one email', async () => {
    const counting = await openCountingOrm(bench.databaseUrl);
    const addresses = [
      (await makeUser(bench.orm)).email,
      (await makeInvite(bench.orm)).email,
      freshEmail(),
      (await makeUser(bench.orm, { flags: ['DELETED'] })).email,
    ];
    const runs: string[][] = [];
    for (const email of addresses) {
      const ctx = { ...bench.ctx(), em: counting.orm.em.fork() };
      const statements = await counting.statementsOf(() =>
        requestLoginCode(ctx, { email, ...CALLER, ...otherNetwork() }),
      );
      runs.push(statements.map((statement) => statement.replace(/'[^']*'|\d+/g, '?')));
      await bench.sink.waitForEmailTo(email);
    }
    await counting.orm.close(true);
    expect(runs[0]?.length).toBeGreaterThan(3);
    expect(runs).toEqual(Array.from({ length: 4 }, () => runs[0]));
  });
});
