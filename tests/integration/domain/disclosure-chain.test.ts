import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  extendDisclosureChain,
  verifyDisclosureChain,
  streamChain,
} from '#app/domain/disclosures/disclosure-chain.server.ts';
import { recordBackup } from '#app/domain/disclosures/record-disclosure.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import { DisclosureChainEntryEntity } from '#db/entities/disclosure-chain-entry.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

const NOW = new Date('2026-12-02T16:00:00.000Z');
const ctx = (actor: Actor = SYSTEM) => makeCtx({ orm, actor, now: () => NOW });
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

async function disclose(at: Date, purpose = 'designation.read'): Promise<string> {
  const id = randomUUID();
  await orm.em.fork().insert(DisclosureEntity, {
    ...{ id, at, purpose, actor: scene.admin.id, channel: 'BROWSER', rowCount: 1 },
    filter: { designationId: scene.otherDesignation.id },
    studentIds: [randomUUID()],
  });
  return id;
}

/** Changes what the triggers protect, as someone with the owner's rights could. */
async function tamper(sql: string): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.execute("set local session_replication_role = 'replica'");
    await em.execute(sql);
  });
}

describe('the hash chain of the disclosure log', () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [await disclose(minutesAgo(300)), await disclose(minutesAgo(200)), await disclose(minutesAgo(100))];
  });

  it('has one entry for each disclosure, in order, and each once', async () => {
    expect(await extendDisclosureChain(ctx())).toBe(3);
    expect(await extendDisclosureChain(ctx())).toBe(0);
    const entries = await orm.em
      .fork()
      .find(DisclosureChainEntryEntity, {}, { orderBy: { position: 'asc' } });
    expect(entries.map(({ position, disclosure }) => [position, disclosure.id])).toEqual(
      ids.map((id, index) => [index + 1, id]),
    );
  });

  it('includes a disclosure that is committed after newer ones', async () => {
    await extendDisclosureChain(ctx());
    await disclose(minutesAgo(150));
    expect(await extendDisclosureChain(ctx())).toBe(1);
    expect(await verifyDisclosureChain(ctx())).toMatchObject({ entries: 4, error: null, unchained: 0 });
  });

  it('is extended once when several processes try', async () => {
    const added = await Promise.all([1, 2, 3, 4].map(() => extendDisclosureChain(ctx())));
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect((await verifyDisclosureChain(ctx())).error).toBeNull();
  });

  it('can be verified by others from its exported entries', async () => {
    await extendDisclosureChain(ctx());
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    let hash = '0'.repeat(64);
    let count = 0;
    for await (const entries of streamChain(ctx(scene.admin), 0)) {
      for (const entry of entries) {
        expect(entry.digest).toBe(sha256(entry.record ?? ''));
        hash = sha256(`${hash} ${entry.digest}`);
        expect(entry.hash).toBe(hash);
        count += 1;
      }
    }
    expect(count).toBe(3);
  });

  it('stays intact when a version adds columns to the log, and then covers them', async () => {
    const columns = ['os_user', 'host', 'stated_purpose'];
    await tamper(`alter table disclosure ${columns.map((name) => `drop column ${name}`).join(', ')}`);
    await extendDisclosureChain(ctx());
    await tamper(
      `alter table disclosure ${columns.map((name) => `add column ${name} text null`).join(', ')}`,
    );
    expect(await verifyDisclosureChain(ctx())).toMatchObject({ entries: 3, error: null });
    await recordBackup(ctx(), 'Weekly');
    await extendDisclosureChain(ctx());
    expect(await verifyDisclosureChain(ctx())).toMatchObject({ entries: 4, error: null });
    await tamper("update disclosure set os_user = 'someone else' where purpose = 'database.backup'");
    expect((await verifyDisclosureChain(ctx())).error).toEqual({ position: 4, kind: 'CHANGED' });
  });

  it('shows that a disclosure was changed', async () => {
    await extendDisclosureChain(ctx());
    await tamper(`update disclosure set row_count = 0 where id = '${ids[1]}'`);
    expect((await verifyDisclosureChain(ctx())).error).toEqual({ position: 2, kind: 'CHANGED' });
  });

  it('shows that a disclosure was removed, also with its entry', async () => {
    await extendDisclosureChain(ctx());
    await tamper(`delete from disclosure where id = '${ids[1]}'`);
    expect((await verifyDisclosureChain(ctx())).error).toEqual({ position: 2, kind: 'DELETED' });
    await tamper('delete from disclosure_chain_entry where position = 2');
    expect((await verifyDisclosureChain(ctx())).error).toEqual({ position: 2, kind: 'MISSING_ENTRY' });
  });

  it('shows that the newest entries were removed or rewritten, compared with an earlier head', async () => {
    await extendDisclosureChain(ctx());
    const { head } = await verifyDisclosureChain(ctx());
    expect((await verifyDisclosureChain(ctx(), head)).error).toBeNull();
    await tamper('delete from disclosure_chain_entry where position = 3');
    await tamper(`delete from disclosure where id = '${ids[2]}'`);
    expect((await verifyDisclosureChain(ctx())).error).toBeNull();
    expect((await verifyDisclosureChain(ctx(), head)).error).toEqual({ position: 3, kind: 'UNEXPECTED' });
    await disclose(minutesAgo(90));
    await extendDisclosureChain(ctx());
    expect((await verifyDisclosureChain(ctx(), head)).error).toEqual({ position: 3, kind: 'UNEXPECTED' });
  });

  it('counts old disclosures without an entry, and not those of the last hour', async () => {
    await extendDisclosureChain(ctx());
    await disclose(minutesAgo(61));
    await disclose(minutesAgo(59));
    expect((await verifyDisclosureChain(ctx())).unchained).toBe(1);
  });

  it('refuses changes of its entries by ordinary statements', async () => {
    await extendDisclosureChain(ctx());
    await expect(orm.em.fork().nativeUpdate(DisclosureChainEntryEntity, {}, { hash: 'x' })).rejects.toThrow(
      /only ever added/,
    );
    await expect(orm.em.fork().nativeDelete(DisclosureChainEntryEntity, {})).rejects.toThrow(
      /only ever added/,
    );
  });

  it('is for administrators and the system only', async () => {
    await expect(extendDisclosureChain(ctx(scene.counselor))).rejects.toThrow(Forbidden);
    await expect(verifyDisclosureChain(ctx(scene.counselor))).rejects.toThrow(Forbidden);
    await expect(streamChain(ctx(scene.counselor), 0).next()).rejects.toThrow(Forbidden);
    expect(await orm.em.fork().count(DisclosureChainEntryEntity)).toBe(0);
  });
});
