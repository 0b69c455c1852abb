import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type RowSnapshot, snapshotRows } from '#tests/support/row-snapshot.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { type WaitingScene, waitingScene } from './waiting-scene.server.ts';
import type { WaitingWrite } from './waiting-write.ts';
import { NOT_BY_RIGHTS, WAITING_WRITES } from './waiting-writes.ts';

const DOMAIN = 'app/domain/';
const PATIENCE = { timeout: 20_000, interval: 20 };

/** The domain functions that open a transaction, as 'folder/file function'. */
function transactionsOfDomain(): string[] {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.flatMap((file) => {
    const found = new Set<string>();
    let name = '';
    for (const line of readFileSync(`${DOMAIN}${file}`, 'utf8').split('\n')) {
      name = /^(?:export )?(?:async )?function\*? (\w+)/.exec(line)?.[1] ?? name;
      if (/\bin(?:Transaction|Snapshot)\(/.test(line)) found.add(name);
    }
    return [...found].map((one) => `${file.replaceAll('\\', '/').replace(/(\.server)?\.ts$/, '')} ${one}`);
  });
}

it('every service that changes something has a row here', () => {
  const rows = Object.keys(WAITING_WRITES).map((name) => name.split(' ').slice(0, 2).join(' '));
  expect(new Set([...rows, ...Object.keys(NOT_BY_RIGHTS)])).toEqual(new Set(transactionsOfDomain()));
});

const database = useDatabase();
let orm: Orm;
let scene: WaitingScene;
let snapshot: RowSnapshot;
beforeAll(async () => {
  orm = await openOrm(database.url);
  scene = await waitingScene(orm);
  snapshot = await snapshotRows(orm);
});
afterEach(() => snapshot.restore());
afterAll(() => orm.close(true));

const as = (actor: Actor) => makeCtx({ orm, actor });
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => error,
  );

/** The actor that a new request of this user would have. */
async function asNow(actor: UserActor): Promise<Actor> {
  const { flags } = await orm.em.fork().findOneOrFail(UserAccountEntity, { id: actor.id });
  if (flags.includes('DELETED')) return ANONYMOUS;
  const staff = await orm.em.fork().find(HighSchoolStaffEntity, { user: actor.id });
  return { ...actor, flags, highSchoolIds: staff.map(({ highSchool }) => highSchool.id) };
}

interface Loss {
  readonly name: string;
  readonly table: string;
  readonly take: (tx: Ctx, actor: UserActor) => Promise<unknown>;
}

const DELETED: Loss = {
  name: 'was deleted',
  table: 'user_account',
  take: (tx, { id, flags }) =>
    tx.em.nativeUpdate(UserAccountEntity, { id }, { flags: [...flags, 'DELETED'] }),
};
const LOSSES: Readonly<Record<WaitingWrite['as'], readonly Loss[]>> = {
  invited: [DELETED],
  staff: [
    DELETED,
    {
      name: 'was removed from the staff',
      table: 'high_school_staff',
      take: (tx, { id }) => tx.em.nativeDelete(HighSchoolStaffEntity, { user: id }),
    },
  ],
  admin: [
    DELETED,
    {
      name: 'is no administrator any more',
      table: 'user_account',
      take: (tx, { id }) => tx.em.nativeUpdate(UserAccountEntity, { id }, { flags: [] }),
    },
  ],
};

function heldBy({ holds, as: who }: WaitingWrite) {
  const account = {
    sql: 'select 1 from user_account where id = ? for update',
    params: [scene.actors[who].id],
  };
  return holds?.(scene) ?? account;
}

const cases = Object.entries(WAITING_WRITES).flatMap(([name, write]) =>
  LOSSES[write.as].map((loss) => [name, loss.name, write, loss] as const),
);

describe('a write that waited', () => {
  it.each(cases)('%s: is refused like a new request when its caller %s in the meantime', async (...given) => {
    const [, , write, { table, take }] = given;
    const actor = scene.actors[write.as];
    const { outcome } = await inTransaction(makeCtx({ orm }), async (tx) => {
      const held = heldBy(write);
      await tx.em.execute(held.sql, [...held.params]);
      const called = outcomeOf(write.call(as(actor), scene));
      await expect.poll(() => lockWaits(orm), PATIENCE).toBe(1);
      await take(tx, actor);
      return { outcome: called };
    });
    const refusal = await outcome;
    const now = await asNow(actor);
    expect(refusal).toEqual(await outcomeOf(write.call(as(now), scene)));
    expect(refusal).toBeInstanceOf(Error);
    if (now === ANONYMOUS) expect(refusal).toBeInstanceOf(Unauthorized);
    expect(await snapshot.changed()).toEqual([table]);
    expect(await othersChanged(table, actor.id)).toBe(0);
  });
});

async function othersChanged(table: string, userId: string): Promise<number> {
  const key = table === 'user_account' ? 'id' : 'user_id';
  const [row] = await orm.em.fork().execute<{ count: number }[]>(
    `select count(*)::int as count from (
       (table public.${table} except table kept.${table}) union all (table kept.${table} except table public.${table})
     ) changed where ${key} <> ?`,
    [userId],
  );
  return row?.count ?? 0;
}

describe('a removal of rights waits for a write that was already authorized', () => {
  const written = Object.entries(WAITING_WRITES).filter(([, { writes }]) => writes !== null);
  it.each(written)('%s', async (_name, write) => {
    const { id, highSchoolIds } = scene.actors[write.as];
    const { outcome } = await inTransaction(makeCtx({ orm }), async (tx) => {
      await tx.em.execute(`lock table ${write.writes ?? 'event'} in share mode`);
      const called = outcomeOf(write.call(as(scene.actors[write.as]), scene));
      await expect.poll(() => lockWaits(orm), PATIENCE).toBe(1);
      const taken = { code: '55P03' };
      const look = (sql: string) => orm.em.fork().execute(`${sql} nowait`, [id]);
      await expect(look('select 1 from user_account where id = ? for no key update')).rejects.toMatchObject(
        taken,
      );
      if (highSchoolIds.length > 0) {
        const lockStaff = look('select 1 from high_school_staff where user_id = ? for update');
        await expect(lockStaff).rejects.toMatchObject(taken);
      }
      return { outcome: called };
    });
    expect(await outcome).toBe('done');
  });
});
