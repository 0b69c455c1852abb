import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { mapError } from '#app/server/error-responses.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { openOrm, type Orm, poolState } from '#db/orm.server.ts';
import { outsideLimits, withinLimits, WORK_LIMITS } from '#db/work-limits.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type FaultyConnection, openFaultyConnection } from '#tests/support/faulty-connection.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const ANSWER_MS = 5_000;
const CONNECTIONS = 3;
const { request: LIMITS } = WORK_LIMITS;

const database = useDatabase();
let line: FaultyConnection;
/** With a server's limits, over a connection that can fail. */
let orm: Orm;
/** Another connection, without limits. */
let elsewhere: Orm;

beforeAll(async () => {
  line = await openFaultyConnection(database.url);
  elsewhere = await openOrm(database.url);
});
// Our limits use the clock that the tests move; PostgreSQL's use real time.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  orm = await openOrm(line.url, { poolMax: CONNECTIONS, sessionWork: 'request' });
});
afterEach(async () => {
  line.recover();
  await orm.close(true);
  vi.useRealTimers();
});
afterAll(async () => {
  await elsewhere.close(true);
  await line.close();
});

/** Returns the response of a request that does this work, and its duration in ms. */
async function responseTo(work: () => Promise<unknown>) {
  const begun = performance.now();
  const outcome: unknown = await withinLimits('request', work).then(
    () => null,
    (error: unknown) => error,
  );
  const ms = performance.now() - begun;
  if (outcome === null) return { status: 200, message: '', retryAfter: undefined, ms };
  const { status, body, headers } = mapError(outcome, '');
  return { status, message: body.message, retryAfter: headers['Retry-After'], ms };
}

/** Renames a user, and waits for a lock as long as the session says, or less. */
const rename = (id: string, lockTimeout?: string) =>
  inTransaction(makeCtx({ orm }), async ({ em }) => {
    if (lockTimeout !== undefined) await em.execute(`set local lock_timeout = '${lockTimeout}'`);
    await em.nativeUpdate(UserAccountEntity, { id }, { lastName: 'Winter' });
  });
const nameOf = async (id: string) => {
  const [row] = await storedRows(elsewhere, UserAccountEntity, ['lastName'], { where: { id } });
  return row?.lastName;
};
const setting = async (em: Orm['em'], name: string) => {
  const [row] = await em.execute<{ value: string }[]>('select current_setting(?) as value', [name]);
  return row?.value;
};
const works = () => responseTo(() => orm.em.fork().execute('select 1'));
/** Opens every connection of the pool, so that none opens later. */
async function openAllConnections(): Promise<void> {
  const all = Array.from({ length: CONNECTIONS }, () => orm.em.fork());
  await Promise.all(all.map((em) => em.begin()));
  await Promise.all(all.map((em) => em.rollback()));
}
/** Waits until the line holds back this many messages. */
const held = (count: number) => expect.poll(() => line.heldCount).toBe(count);
/** Waits until this many statements have a connection or wait for one. */
const begun = (count: number) => expect.poll(() => poolState(orm).used + poolState(orm).waiting).toBe(count);

describe('a request', () => {
  it('fails with a message about the lock before its own limit, while others are served', async () => {
    const user = await makeUser(elsewhere);
    const holder = elsewhere.em.fork();
    await holder.begin();
    await lockRow({ em: holder }, UserAccountEntity, { id: user.id }, 'update');
    const waiting = responseTo(() => rename(user.id, '100ms'));
    await expect.poll(() => lockWaits(elsewhere)).toBe(1);
    expect((await works()).status).toBe(200);
    const { status, message, retryAfter } = await waiting;
    expect([status, message, retryAfter]).toEqual([
      503,
      'Someone else is changing the same data. Try again in a few seconds.',
      '5',
    ]);
    expect(LIMITS.lockMs).toBeLessThan(LIMITS.totalMs);
    await holder.rollback();
    expect((await responseTo(() => rename(user.id))).status).toBe(200);
    expect(await nameOf(user.id)).toBe('Winter');
  });

  it("fails within 5 s when the database isn't responding, and the next one succeeds when it is", async () => {
    await works();
    line.stopResponding();
    const responding = Promise.all(Array.from({ length: CONNECTIONS + 2 }, works));
    await begun(CONNECTIONS + 2);
    await held(CONNECTIONS);
    await vi.advanceTimersByTimeAsync(LIMITS.totalMs);
    for (const { status, message, ms } of await responding) {
      expect(status).toBe(503);
      expect(message).toMatch(
        /^The (?:database didn't respond in time|server is busy)\. Try again in a few seconds\.$/,
      );
      expect(ms).toBeLessThan(ANSWER_MS);
    }
    line.recover();
    expect((await works()).status).toBe(200);
  });

  it('reports that its change may have been saved if the commit gets no response', async () => {
    const user = await makeUser(elsewhere);
    line.stopResponding('COMMIT');
    const responding = responseTo(() => rename(user.id));
    await held(1);
    await vi.advanceTimersByTimeAsync(LIMITS.totalMs);
    const { status, message, ms } = await responding;
    expect([status, message]).toEqual([
      503,
      "The database didn't confirm your change. It may have been saved, so check before you try again.",
    ]);
    expect(ms).toBeLessThan(ANSWER_MS);
  });

  it('reports the same if the connection breaks at the commit', async () => {
    const user = await makeUser(elsewhere);
    line.cutAt('COMMIT');
    const { status, message } = await responseTo(() => rename(user.id));
    expect(status).toBe(503);
    expect(message).toContain('It may have been saved');
  });

  it('reports that nothing was saved if the connection breaks before the commit', async () => {
    const user = await makeUser(elsewhere);
    line.cutAt('update "user_account"');
    expect(await responseTo(() => rename(user.id))).toMatchObject({
      status: 503,
      message: "The database can't be reached right now. Try again in a few seconds.",
    });
    expect(await nameOf(user.id)).toBe(user.lastName);
  });

  it('reports a connection that breaks before its transaction begins', async () => {
    line.cutAt('BEGIN');
    expect(await responseTo(() => inTransaction(makeCtx({ orm }), () => Promise.resolve()))).toMatchObject({
      status: 503,
      message: "The database can't be reached right now. Try again in a few seconds.",
    });
  });

  it('reports a busy server if all connections are in use', async () => {
    const holders = Array.from({ length: CONNECTIONS }, () => orm.em.fork());
    await Promise.all(holders.map((em) => em.begin()));
    const responding = works();
    await begun(CONNECTIONS + 1);
    await vi.advanceTimersByTimeAsync(LIMITS.totalMs);
    const { status, message, ms } = await responding;
    expect([status, message]).toEqual([503, 'The server is busy. Try again in a few seconds.']);
    expect(ms).toBeLessThan(ANSWER_MS);
    await Promise.all(holders.map((em) => em.rollback()));
    expect((await works()).status).toBe(200);
  });

  it('has one time limit for all its statements, counting concurrent ones once', async () => {
    const query = () => orm.em.fork().execute('select 1');
    /** Lets as many statements as are sent wait for this part of the limit. */
    const delay = async (count: number, part: number) => {
      await held(count);
      await vi.advanceTimersByTimeAsync(part * LIMITS.totalMs);
      line.recover();
    };
    await openAllConnections();
    line.stopResponding();
    const atOnce = responseTo(async () => {
      await Promise.all([query(), query(), query()]);
      await query();
    });
    await delay(3, 0.4);
    expect((await atOnce).status).toBe(200);
    const inTurn = responseTo(async () => {
      for (let number = 0; number < 3; number += 1) {
        line.stopResponding();
        await query();
      }
    });
    await delay(1, 0.4);
    await delay(1, 0.4);
    await held(1);
    await vi.advanceTimersByTimeAsync(0.2 * LIMITS.totalMs);
    const { status, ms } = await inTurn;
    expect(status).toBe(503);
    expect(ms).toBeLessThan(ANSWER_MS);
  });

  it("doesn't count time outside the database", async () => {
    const { status } = await responseTo(async () => {
      await orm.em.fork().execute('select 1');
      await vi.advanceTimersByTimeAsync(LIMITS.totalMs + 100);
      await orm.em.fork().execute('select 1');
    });
    expect(status).toBe(200);
  });

  it("doesn't apply its limits to work that it doesn't wait for", async () => {
    await works();
    line.stopResponding();
    const work = withinLimits('request', () => outsideLimits(() => orm.em.fork().execute('select 1')));
    await held(1);
    await vi.advanceTimersByTimeAsync(LIMITS.totalMs + 100);
    line.recover();
    await expect(work).resolves.toHaveLength(1);
  });
});

describe('a connection to PostgreSQL', () => {
  it('ends the statements that a request abandoned', async () => {
    const em = orm.em.fork();
    expect(await setting(em, 'lock_timeout')).toBe('4s');
    expect(await setting(em, 'statement_timeout')).toBe('10s');
    expect(await setting(em, 'idle_in_transaction_session_timeout')).toBe('30s');
  });

  it('has the limits of other kinds of work only until their transaction ends', async () => {
    const ctx = makeCtx({ orm });
    const within = await withinLimits('sending', () =>
      inTransaction(ctx, ({ em }) => setting(em, 'statement_timeout')),
    );
    expect(within).toBe('1min');
    const all = Array.from({ length: CONNECTIONS }, () => setting(orm.em.fork(), 'statement_timeout'));
    expect(await Promise.all(all)).toEqual(['10s', '10s', '10s']);
  });

  it('has no limits by default', async () => {
    expect(await setting(elsewhere.em.fork(), 'statement_timeout')).toBe('0');
  });
});
