import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { mapError } from '#app/server/error-responses.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { runStatements } from '#tests/support/database-admin.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const END_OTHERS = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

describe('a transaction whose connection the database ends', () => {
  const database = useDatabase();
  let orm: Orm;
  let other: Orm;
  beforeAll(async () => {
    orm = await openOrm(database.url, { poolMax: 2 });
    other = await openOrm(database.url, { poolMax: 1 });
  });
  afterAll(async () => {
    await orm.close(true);
    await other.close(true);
  });

  const endOthers = () => other.em.fork().execute(END_OTHERS);

  /** Blocks the process, so that it doesn't notice that a connection has ended before using it. */
  async function endUnnoticed(): Promise<void> {
    await other.em.fork().execute('select 1');
    const ending = endOthers();
    await new Promise((sent) => setImmediate(sent));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    void ending.catch(() => undefined);
  }

  async function responseOf(work: Promise<unknown>) {
    const outcome: unknown = await work.catch((error: unknown) => error);
    const { status, headers } = mapError(outcome, '');
    return { status, headers, message: String(outcome) };
  }

  const AWAY = { status: 503, headers: { 'Retry-After': '5' } };

  it('is run again if the database closed the connection before it began', async () => {
    const ctx = makeCtx({ orm });
    await ctx.em.execute('select 1');
    await endUnnoticed();
    const response = await responseOf(inTransaction(ctx, ({ em }) => em.execute('select 1')));
    expect(response).toMatchObject(AWAY);
    expect(response.message).not.toContain('already complete');
  });

  it("doesn't block a pool of one connection if the connection ends just before the commit", async () => {
    const single = await openOrm(database.url, { poolMax: 1 });
    try {
      const response = await responseOf(
        inTransaction(makeCtx({ orm: single }), async ({ em }) => {
          await em.execute('select 1');
          await runStatements(database.url, [END_OTHERS]);
        }),
      );
      expect(response).toMatchObject(AWAY);
      expect(await single.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await single.close(true);
    }
  });

  it('returns 503 if the connection ends within it', async () => {
    const response = await responseOf(
      inTransaction(makeCtx({ orm }), async ({ em }) => {
        await em.execute('select 1');
        await endOthers();
        await em.execute('select 2');
      }),
    );
    expect(response).toMatchObject(AWAY);
  });
});
