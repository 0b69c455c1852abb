import { raw } from '@mikro-orm/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, inSnapshot, inTransaction } from '#app/domain/ctx.server.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

describe('a transaction that conflicts with another', () => {
  const database = useDatabase();
  let orm: Orm;
  beforeAll(async () => {
    orm = await openOrm(database.url);
  });
  afterAll(() => orm.close(true));

  const lengthen = (tx: Ctx, id: string) =>
    tx.em.nativeUpdate(UserAccountEntity, { id }, { lastName: raw(`last_name || '!'`) });
  const namesOf = async (...ids: string[]) => {
    const rows = await orm.em.fork().find(UserAccountEntity, { id: { $in: ids } });
    return ids.map((id) => rows.find((row) => row.id === id)?.lastName);
  };

  it('is retried: both of two deadlocked transactions succeed', async () => {
    const [one, other] = [await makeUser(orm), await makeUser(orm)];
    let begun = 0;
    let meet = () => undefined as void;
    const bothHoldOne = new Promise<void>((resolve) => (meet = resolve));
    const crossing = (first: string, second: string) =>
      inTransaction(makeCtx({ orm }), async (tx) => {
        begun += 1;
        await lengthen(tx, first);
        if (begun === 2) meet();
        await bothHoldOne;
        // Part of the outer transaction, which is retried as a whole.
        await inTransaction(tx, (inner) => lengthen(inner, second));
      });
    await Promise.all([crossing(one.id, other.id), crossing(other.id, one.id)]);
    expect(begun).toBeGreaterThan(2);
    expect(await namesOf(one.id, other.id)).toEqual([`${one.lastName}!!`, `${other.lastName}!!`]);
  });

  it('is retried if a version that it read changed, and keeps the other change', async () => {
    const { id } = await makeUser(orm);
    let tries = 0;
    await inTransaction(makeCtx({ orm }), async (tx) => {
      tries += 1;
      const account = await tx.em.findOneOrFail(UserAccountEntity, { id });
      if (tries === 1) await orm.em.fork().nativeUpdate(UserAccountEntity, { id }, { firstName: 'Else' });
      account.lastName = 'Changed';
    });
    expect(tries).toBe(2);
    const stored = await orm.em.fork().findOneOrFail(UserAccountEntity, { id });
    expect([stored.firstName, stored.lastName, stored.version]).toEqual(['Else', 'Changed', 3]);
  });

  it('clears entities that were read before it', async () => {
    const { id } = await makeUser(orm, { lastName: 'Before' });
    const ctx = makeCtx({ orm });
    const lastName = async () => (await ctx.em.findOneOrFail(UserAccountEntity, { id })).lastName;
    expect(await lastName()).toBe('Before');
    const refused = inTransaction(ctx, async () => {
      await orm.em.fork().nativeUpdate(UserAccountEntity, { id }, { lastName: 'After' });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await lastName()).toBe('After');
  });

  it('that only reads sees one snapshot despite concurrent writes', async () => {
    const { id } = await makeUser(orm, { lastName: 'Before' });
    await inSnapshot(makeCtx({ orm }), async (tx) => {
      const lastName = async () =>
        (await tx.em.findOneOrFail(UserAccountEntity, { id }, { disableIdentityMap: true })).lastName;
      expect(await lastName()).toBe('Before');
      await orm.em.fork().nativeUpdate(UserAccountEntity, { id }, { lastName: 'After' });
      expect(await lastName()).toBe('Before');
    });
    expect(await namesOf(id)).toEqual(['After']);
  });

  it('gives up after five attempts', async () => {
    let tries = 0;
    const failing = inTransaction(makeCtx({ orm }), async (tx) => {
      tries += 1;
      await tx.em.execute(`do $$ begin raise exception using errcode = '40001'; end $$`);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(5);
  });

  it("isn't retried after an error of its own", async () => {
    let tries = 0;
    const failing = inTransaction(makeCtx({ orm }), async (tx) => {
      tries += 1;
      await tx.em.execute('select 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(tries).toBe(1);
  });
});
