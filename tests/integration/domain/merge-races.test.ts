import { expect, it } from 'vitest';
import { createDesignation } from '#app/domain/designations/create-designation.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { addStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { acceptOwnInvite } from '#app/domain/invites/own-invites.server.ts';
import { changeUser, deleteUser } from '#app/domain/users/change-user.server.ts';
import { mergeUsers } from '#app/domain/users/merge-users.server.ts';
import { Conflict, Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { useSignIn } from '#tests/support/sign-in.server.ts';

const ROUNDS = 12;
const bench = useSignIn();
const as = (actor: UserActor) => bench.ctx(actor);
const em = () => bench.orm.em.fork();
const admin = async () => actorOf(await makeAdmin(bench.orm));
const merge = (actor: UserActor, fromId: string, intoId: string) =>
  mergeUsers(as(actor), { fromId, intoId, ifMatch: null, intoIfMatch: null });
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => error,
  );

/** How many transactions PostgreSQL has ended because they waited for each other. */
async function deadlocks(): Promise<number> {
  await em().execute('select pg_stat_clear_snapshot()');
  const [row] = await em().execute<{ deadlocks: number }[]>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}

it(`a designation that its school saves during the merge belongs to the account that is kept, ${ROUNDS} times`, async () => {
  const by = await admin();
  const before = await deadlocks();
  const year = await makeYear(bench.orm, { year: 2100, status: 'ACTIVE' });
  for (let round = 0; round < ROUNDS; round += 1) {
    const school = await makeSchool(bench.orm);
    const { actor: old } = await makeCounselor(bench.orm, [school.id]);
    const { actor: current } = await makeCounselor(bench.orm, [school.id]);
    const { id } = await createDesignation(as(old), { highSchoolId: school.id, academicYearId: year.id });
    const patch = DesignationPatchSchema.parse({
      classSize: 0,
      criteria: 'CUMULATIVE_GPA',
      status: 'PENDING',
    });
    const [mine, theirs, merged] = await Promise.all([
      outcomeOf(patchDesignation(as(old), { id, patch, ifMatch: null })),
      outcomeOf(patchDesignation(as(current), { id, patch, ifMatch: null })),
      outcomeOf(merge(by, old.id, current.id)),
    ]);
    expect([merged, theirs]).toEqual(['done', 'done']);
    if (mine !== 'done') expect(mine).toBeInstanceOf(Unauthorized);
    const stored = await em().findOneOrFail(DesignationEntity, { id });
    expect([stored.submittedBy.id, stored.status]).toEqual([current.id, 'PENDING']);
  }
  expect(await deadlocks()).toBe(before);
});

it(`an invite that is accepted during the merge is accepted or stays open for the other address, ${ROUNDS} times`, async () => {
  const by = await admin();
  const before = await deadlocks();
  for (let round = 0; round < ROUNDS; round += 1) {
    const schools = [await makeSchool(bench.orm), await makeSchool(bench.orm)];
    const [old, current] = [actorOf(await makeUser(bench.orm)), actorOf(await makeUser(bench.orm))];
    const [first = '', second = ''] = schools.map(({ id }) => id);
    const ofOld = await makeInvite(bench.orm, { email: old.email, schools: [{ highSchoolId: first }] });
    const ofCurrent = await makeInvite(bench.orm, {
      email: current.email,
      schools: [{ highSchoolId: second }],
    });
    const [mine, theirs, merged] = await Promise.all([
      outcomeOf(acceptOwnInvite(as(old), ofOld.staffInviteIds[0] ?? '')),
      outcomeOf(acceptOwnInvite(as(current), ofCurrent.staffInviteIds[0] ?? '')),
      outcomeOf(merge(by, old.id, current.id)),
    ]);
    expect([merged, theirs]).toEqual(['done', 'done']);
    if (mine !== 'done') expect([Unauthorized, NotFound]).toContain((mine as Error).constructor);
    const staff = await em().find(HighSchoolStaffEntity, { user: { $in: [old.id, current.id] } });
    const open = await em().find(
      HighSchoolStaffInviteEntity,
      { userInvite: { email: { $in: [old.email, current.email] } } },
      { populate: ['userInvite'] },
    );
    expect(staff.map(({ user }) => user.id)).toEqual(staff.map(() => current.id));
    expect(open.map(({ userInvite }) => userInvite.email)).toEqual(open.map(() => current.email));
    const offered = [...staff, ...open].map(({ highSchool }) => highSchool.id);
    expect(offered.toSorted()).toEqual([first, second].toSorted());
  }
  expect(await deadlocks()).toBe(before);
});

it('a sign-in that waits for the merge is refused, with a code that was sent before, and leaves no session', async () => {
  const by = await admin();
  const [old, current] = [await makeUser(bench.orm), await makeUser(bench.orm)];
  const code = await bench.requestSignInCode(old.email);
  const { entered } = await inTransaction(as(by), async (tx) => {
    await mergeUsers(tx, { fromId: old.id, intoId: current.id, ifMatch: null, intoIfMatch: null });
    const entered = outcomeOf(bench.enter(old.email, code));
    await expect.poll(() => lockWaits(bench.orm)).toBe(1);
    return { entered };
  });
  const refusal = await entered;
  expect(refusal).toBeInstanceOf(Forbidden);
  // Nothing about the other account, even to whoever reads the old address's email.
  expect(refusal).toMatchObject({ message: USER_MESSAGES.deleted });
  expect(await em().count(SessionEntity, { user: { $in: [old.id, current.id] } })).toBe(0);
});

it('a merge that waits for a sign-in ends its session', async () => {
  const by = await admin();
  const [old, current] = [await makeUser(bench.orm), await makeUser(bench.orm)];
  const signIns = [await bench.requestSignInCode(old.email)].map((code) =>
    outcomeOf(bench.enter(old.email, code)),
  );
  await merge(by, old.id, current.id);
  await Promise.all(signIns);
  expect(await em().count(SessionEntity, { user: old.id })).toBe(0);
});

it(`of two merges of the same accounts, one is refused, ${ROUNDS} times`, async () => {
  const [one, other] = [await admin(), await admin()];
  const before = await deadlocks();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b, c] = [await makeUser(bench.orm), await makeUser(bench.orm), await makeUser(bench.orm)];
    const opposite = await Promise.all([
      outcomeOf(merge(one, a.id, b.id)),
      outcomeOf(merge(other, b.id, a.id)),
    ]);
    expect(opposite.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(opposite.find((outcome) => outcome !== 'done')).toBeInstanceOf(Conflict);
    const [kept] = await em().find(UserAccountEntity, { id: { $in: [a.id, b.id] }, mergedIntoId: null });
    const chain = await Promise.all([
      outcomeOf(merge(one, kept?.id ?? '', c.id)),
      outcomeOf(deleteUser(as(other), { id: c.id, ifMatch: null })),
      outcomeOf(changeUser(as(other), { id: kept?.id ?? '', patch: { lastName: 'X' }, ifMatch: null })),
    ]);
    if (chain[0] !== 'done') expect(chain[0]).toBeInstanceOf(Conflict);
    expect(chain.slice(1)).toEqual(['done', 'done']);
  }
  expect(await deadlocks()).toBe(before);
});

it(`someone who is added to a school's staff during the merge is on it once, ${ROUNDS} times`, async () => {
  const [one, other] = [await admin(), await admin()];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: highSchoolId } = await makeSchool(bench.orm);
    const { user: old } = await makeCounselor(bench.orm, [highSchoolId]);
    const current = await makeUser(bench.orm);
    const [added, merged] = await Promise.all([
      outcomeOf(addStaff(as(other), { highSchoolId, userId: current.id, position: 'STAFF' })),
      outcomeOf(merge(one, old.id, current.id)),
    ]);
    expect(merged).toBe('done');
    if (added !== 'done') expect(added).toBeInstanceOf(Conflict);
    const staff = await em().find(HighSchoolStaffEntity, { highSchool: highSchoolId });
    expect(staff.map(({ user }) => user.id)).toEqual([current.id]);
  }
});
