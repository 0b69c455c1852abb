import { describe, expect, it } from 'vitest';
import { RateLimited } from '#app/lib/domain-errors.ts';
import { requestLoginCode } from '#app/domain/auth/request-login-code.server.ts';
import { makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';
import { CALLER, freshEmail, MINUTE_MS, otherNetwork, useSignIn } from '#tests/support/sign-in.server.ts';

const bench = useSignIn();

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
/** One after the other. */
async function repeat(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
}

const mailsTo = (email: string) => bench.sink.mailsTo(email).length;

describe('an address', () => {
  it('gets five codes in fifteen minutes, then quietly no mail, and the fifth stays good', async () => {
    const email = freshEmail();
    await repeat(4, () => bench.askCode(email, otherNetwork()));
    const fifth = await bench.askCode(email);
    await repeat(3, () => bench.ask(email, otherNetwork()));
    await bench.mailsSettled();
    expect(mailsTo(email)).toBe(5);
    expect((await bench.enter(email, fifth)).action).toBe('CREATE_ACCOUNT');
  });

  it('gets codes again when the fifteen minutes are over, and not before', async () => {
    const email = freshEmail();
    await repeat(6, () => bench.ask(email, otherNetwork()));
    bench.clock.advance(15 * MINUTE_MS - 1);
    await bench.ask(email, otherNetwork());
    await bench.mailsSettled();
    expect(mailsTo(email)).toBe(5);
    bench.clock.advance(1);
    await bench.ask(email, otherNetwork());
    await bench.sink.waitForMailTo(email, 6);
  });

  it('gets five of twenty that were asked for at once', async () => {
    const email = freshEmail();
    await Promise.all(times(20).map(() => bench.ask(email, otherNetwork())));
    await bench.mailsSettled();
    expect(mailsTo(email)).toBe(5);
    expect(await bench.challengesOf(email)).toHaveLength(5);
  });
});

describe('a client address', () => {
  const refusal = async (caller: { clientAddress: string }) => {
    const thrown: unknown = await bench.ask(freshEmail(), caller).catch((error: unknown) => error);
    return thrown instanceof RateLimited ? [thrown.message, thrown.retryAfterSeconds] : thrown;
  };

  it('gets twenty codes in fifteen minutes, then is told when to come back', async () => {
    const network = otherNetwork();
    await repeat(20, () => bench.ask(freshEmail(), network));
    bench.clock.advance(5 * MINUTE_MS + 500);
    expect(await refusal(network)).toEqual([
      'Too many codes were asked for from your address. Try again in 10 minutes.',
      600,
    ]);
    expect(await refusal(otherNetwork())).toBeUndefined();
    bench.clock.advance(10 * MINUTE_MS - 500);
    expect(await refusal(network)).toBeUndefined();
  });

  it('counts exactly when forty ask at once, and the address asked for is not counted for those refused', async () => {
    const [network, email] = [otherNetwork(), freshEmail()];
    const asked = await Promise.allSettled(times(40).map(() => bench.ask(email, network)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const [row] = await bench.orm.em
      .fork()
      .execute<{ count: number }[]>(
        `select count from rate_limit where key like 'codes-per-address:%' and window_ends_at = ? order by count desc`,
        [new Date(bench.clock.now().getTime() + 15 * MINUTE_MS)],
      );
    expect(row).toEqual({ count: 20 });
  });

  it('of IPv6 is the whole network of 64 bits, and IPv4 written as IPv6 is IPv4', async () => {
    for (const host of times(20)) await bench.ask(freshEmail(), { clientAddress: `2001:db8:7::${host + 1}` });
    expect(await refusal({ clientAddress: '2001:db8:7:0:ffff::1' })).toEqual([expect.any(String), 900]);
    expect(await refusal({ clientAddress: '2001:db8:7:1::1' })).toBeUndefined();
    const { clientAddress } = otherNetwork();
    await repeat(20, () => bench.ask(freshEmail(), { clientAddress: `::ffff:${clientAddress}` }));
    expect(await refusal({ clientAddress })).toEqual([expect.any(String), 900]);
  });

  it('is stored as a hash, like the address asked for', async () => {
    const [network, email] = [otherNetwork(), freshEmail()];
    await bench.ask(email, network);
    const rows = await bench.orm.em.fork().execute<{ key: string }[]>('select key from rate_limit');
    const keys = rows.map(({ key }) => key).join('\n');
    expect(keys).not.toContain(email);
    expect(keys).not.toContain(network.clientAddress);
  });
});

describe('known, invited, unknown and deleted addresses', () => {
  it('cause the same statements, and each gets a mail', async () => {
    const counting = await openCountingOrm(bench.databaseUrl);
    const addresses = [
      (await makeUser(bench.orm)).email,
      (await makeInvite(bench.orm)).email,
      freshEmail(),
      (await makeUser(bench.orm, { flags: ['DELETED'] })).email,
    ];
    const seen: string[][] = [];
    for (const email of addresses) {
      const ctx = { ...bench.ctx(), em: counting.orm.em.fork() };
      const statements = await counting.statementsOf(() =>
        requestLoginCode(ctx, { email, ...CALLER, ...otherNetwork() }),
      );
      seen.push(statements.map((statement) => statement.replace(/'[^']*'|\d+/g, '?')));
      await bench.sink.waitForMailTo(email);
    }
    await counting.orm.close(true);
    expect(seen[0]?.length).toBeGreaterThan(3);
    expect(seen).toEqual(Array.from({ length: 4 }, () => seen[0]));
  });
});
