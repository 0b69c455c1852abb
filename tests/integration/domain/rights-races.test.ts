import { beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { addStaff, removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { changeUser, deleteUser } from '#app/domain/users/change-user.server.ts';
import { createUser } from '#app/domain/users/create-account.server.ts';
import { NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';

const ROUNDS = 15;
const database = useDatabase('each test');
let orm: Orm;
beforeEach(async () => {
  orm = await database.openOrm();
});

const as = (actor: UserActor) => makeCtx({ orm, actor });
const rename = (ctx: Ctx, id: string, lastName: string) =>
  changeUser(ctx, { id, patch: { lastName }, ifMatch: null });
const setFlags = (ctx: Ctx, id: string, flags: ('ADMIN' | 'DELETED')[]) =>
  changeUser(ctx, { id, patch: { flags }, ifMatch: null });

async function twoAdministrators() {
  return [actorOf(await makeAdmin(orm)), actorOf(await makeAdmin(orm))] as const;
}

async function refusalsOf(calls: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(calls);
  return settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
}

describe('two people at the same moment', () => {
  it(`both succeed in changing and adding each other, ${ROUNDS} times`, async () => {
    const [one, other] = await twoAdministrators();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id: highSchoolId } = await makeSchool(orm);
      const enlist = (actor: UserActor, userId: string) =>
        addStaff(as(actor), { highSchoolId, userId, position: 'STAFF' });
      await Promise.all([
        rename(as(one), other.id, `Other ${round}`),
        rename(as(other), one.id, `One ${round}`),
        enlist(one, other.id),
        enlist(other, one.id),
      ]);
    }
    const em = orm.em.fork();
    expect(await em.count(HighSchoolStaffEntity)).toBe(2 * ROUNDS);
    expect(await em.count(EventEntity, { kind: 'user.changed' })).toBe(2 * ROUNDS);
  });

  it(`a person who is deleted while leaving a school has left it, ${ROUNDS} times`, async () => {
    const [admin] = await twoAdministrators();
    const { id: highSchoolId } = await makeSchool(orm);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, actor } = await makeCounselor(orm, [highSchoolId]);
      const refusals = await refusalsOf([
        removeStaff(as(actor), { highSchoolId, userId: user.id }),
        deleteUser(as(admin), { id: user.id, ifMatch: null }),
      ]);
      // The later caller has lost the position or is signed out.
      const isExpected = (refusal: unknown) => refusal instanceof NotFound || refusal instanceof Unauthorized;
      expect(refusals.filter((refusal) => !isExpected(refusal))).toEqual([]);
    }
    const em = orm.em.fork();
    const removals = { kind: 'staff.removed', subjectType: 'HIGH_SCHOOL' } as const;
    expect(await em.count(HighSchoolStaffEntity)).toBe(0);
    expect(await em.count(EventEntity, removals)).toBe(ROUNDS);
  });

  it(`one of two administrators who remove each other's flag succeeds, ${ROUNDS} times`, async () => {
    await makeAdmin(orm);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = await twoAdministrators();
      const refusals = await refusalsOf([setFlags(as(one), other.id, []), setFlags(as(other), one.id, [])]);
      expect(refusals).toEqual([expect.any(NotFound)]);
    }
  });

  it(`one of two administrators who delete each other succeeds, and the other is signed out, ${ROUNDS} times`, async () => {
    await makeAdmin(orm);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = await twoAdministrators();
      const refusals = await refusalsOf([
        deleteUser(as(one), { id: other.id, ifMatch: null }),
        deleteUser(as(other), { id: one.id, ifMatch: null }),
      ]);
      expect(refusals).toEqual([expect.any(Unauthorized)]);
    }
  });
});

/** Starts `call` while a transaction holds `lock`, and removes permissions in it. Returns the call's result. */
async function whileWaiting(
  lock: { readonly sql: string; readonly id: string },
  call: () => Promise<unknown>,
  take: (tx: Ctx) => Promise<unknown>,
): Promise<unknown> {
  const { outcome } = await inTransaction(makeCtx({ orm }), async (tx) => {
    await tx.em.execute(lock.sql, [lock.id]);
    const called = call().then(
      () => 'done',
      (error: unknown) => error,
    );
    await expect.poll(() => lockWaits(orm)).toBe(1);
    await take(tx);
    return { outcome: called };
  });
  return outcome;
}

const deletion = (userId: string) => (tx: Ctx) =>
  tx.em.nativeUpdate(UserAccountEntity, { id: userId }, { flags: ['ADMIN', 'DELETED'] });

describe('when rights are removed while the call waits,', () => {
  const ADMINISTRATORS =
    'select pg_advisory_xact_lock(x) from (select 1633971561 as x) l where ? is not null';

  it('an administrator who has lost their rights can neither grant nor remove any', async () => {
    const [actor, left] = await twoAdministrators();
    const { id } = await makeUser(orm);
    const account = { firstName: 'N', lastName: 'N', phone: '(907) 555-0100', email: 'n@school.example.org' };
    const calls: (() => Promise<unknown>)[] = [
      () => setFlags(as(actor), id, ['ADMIN']),
      () => setFlags(as(actor), left.id, []),
      () => changeUser(as(actor), { id, patch: { email: 'mine@school.example.org' }, ifMatch: null }),
      () => deleteUser(as(actor), { id, ifMatch: null }),
      () => inviteUser(as(actor), { email: 'friend@school.example.org', flags: ['ADMIN'] }),
      () => createUser(as(actor), { ...account, isAdministrator: true }),
    ];
    for (const call of calls) {
      const outcome = await whileWaiting({ sql: ADMINISTRATORS, id: actor.id }, call, deletion(actor.id));
      expect(outcome).toBeInstanceOf(Unauthorized);
      await orm.em.fork().nativeUpdate(UserAccountEntity, { id: actor.id }, { flags: ['ADMIN'] });
    }
    expect(await orm.em.fork().count(EventEntity)).toBe(0);
  });
});
