import { beforeEach, describe, expect, it } from 'vitest';
import {
  acceptAccessRequest,
  declineAccessRequest,
  declineUnmatchedRequest,
} from '#app/domain/access-requests/decide-access-request.server.ts';
import {
  countAccessRequests,
  listAccessRequests,
  listOwnAccessRequests,
  listSchoolAccessRequests,
} from '#app/domain/access-requests/list-access-requests.server.ts';
import { withdrawRequest } from '#app/domain/access-requests/request-access.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { addStaff, removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { acceptOwnInvite } from '#app/domain/invites/own-invites.server.ts';
import { changeUser, deleteUser } from '#app/domain/users/change-user.server.ts';
import { Conflict, Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  makeAdmin,
  makeCounselor,
  makeInvite,
  type MadeUser,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let school: MadeSchool;
let other: MadeSchool;
let counselor: UserActor;
let neighbor: UserActor;
let admin: UserActor;
let stranger: MadeUser;
let requestId: string;
let unmatchedId: string;
beforeEach(async () => {
  orm = await database.openOrm();
  school = await makeSchool(orm, { name: 'Aurora High' });
  other = await makeSchool(orm, { name: 'Birch High' });
  ({ actor: counselor } = await makeCounselor(orm, [school.id]));
  ({ actor: neighbor } = await makeCounselor(orm, [other.id]));
  admin = actorOf(await makeAdmin(orm));
  stranger = await makeUser(orm, { firstName: 'Sam', lastName: 'Stranger', email: 'sam@x.example.org' });
  const userId = stranger.id;
  requestId = await makeAccessRequest(orm, {
    ...{ userId, highSchoolId: school.id, schoolName: 'aurora high', position: 'REGISTRAR' },
  });
  unmatchedId = await makeAccessRequest(orm, { userId, highSchoolId: null, schoolName: 'North' });
});

const as = (actor: UserActor, now?: Date) =>
  makeCtx({ orm, actor, ...(now === undefined ? {} : { now: () => now }) });
const accept = async (actor: UserActor, id = requestId, highSchoolId = school.id) => {
  const { email } = (await stored(id)).user;
  return acceptAccessRequest(as(actor), { requestId: id, highSchoolId, email });
};
const decline = (actor: UserActor, id = requestId, highSchoolId = school.id) =>
  declineAccessRequest(as(actor), { requestId: id, highSchoolId });
const stored = (id = requestId) =>
  orm.em.fork().findOneOrFail(AccessRequestEntity, { id }, { populate: ['user'] });
const memberships = () => orm.em.fork().find(HighSchoolStaffEntity, { user: stranger.id });
const emailKindsOf = async () =>
  (await orm.em.fork().find(OutboxMailEntity, {}, { orderBy: { kind: 'asc' } })).map(
    ({ kind, toAddress }) => `${kind} ${toAddress}`,
  );
const events = async () =>
  (await orm.em.fork().find(EventEntity, {}, { orderBy: { kind: 'asc', subjectType: 'asc' } })).map(
    ({ kind, subjectType }) => `${kind} ${subjectType}`,
  );
const NOT_OPEN = new Conflict('This request is no longer open. Someone else may have answered it.');

describe('accepting a request', () => {
  it('adds the person to the staff in the requested position, with the usual events and email', async () => {
    expect(await accept(counselor)).toEqual({ person: 'Sam Stranger', school: 'Aurora High' });
    expect(await memberships()).toMatchObject([{ highSchool: { id: school.id }, position: 'REGISTRAR' }]);
    expect(await stored()).toMatchObject({ outcome: 'ACCEPTED', decidedBy: { id: counselor.id } });
    expect(await events()).toEqual(['staff.added HIGH_SCHOOL', 'staff.added USER']);
    expect(await emailKindsOf()).toEqual([`staff.joined ${stranger.email}`]);
  });

  it("is reported to the school's staff if an administrator does it", async () => {
    await accept(admin);
    expect(await emailKindsOf()).toEqual([
      `access.changed ${counselor.email}`,
      `staff.joined ${stranger.email}`,
    ]);
  });

  it('lets administrators choose the school of a request that matched none', async () => {
    expect(await refusalOf(accept(counselor, unmatchedId))).toBeInstanceOf(NotFound);
    await accept(admin, unmatchedId, other.id);
    expect(await memberships()).toMatchObject([{ highSchool: { id: other.id }, position: 'STAFF' }]);
    expect(await stored(unmatchedId)).toMatchObject({ outcome: 'ACCEPTED', highSchool: { id: other.id } });
  });

  it("fails if the account's address isn't the one that was checked", async () => {
    await changeUser(as(admin), { id: stranger.id, patch: { email: 'other@x.example.org' }, ifMatch: null });
    const checked = { requestId, highSchoolId: school.id, email: 'sam@x.example.org' };
    expect(await refusalOf(acceptAccessRequest(as(counselor), checked))).toEqual(
      new Conflict(
        "This person's email address has changed to other@x.example.org. Check the new address, then accept the request again.",
      ),
    );
    expect(await memberships()).toEqual([]);
    await accept(counselor);
    expect(await memberships()).toHaveLength(1);
  });

  it('fails if the school is inactive', async () => {
    for (const { id } of [school, other]) {
      await changeHighSchool(as(admin), { id, patch: { status: 'INACTIVE' }, ifMatch: null });
    }
    expect(await refusalOf(accept(counselor))).toEqual(
      new Conflict('Aurora High is inactive, so no one can join its staff.'),
    );
    expect(await refusalOf(accept(admin, unmatchedId, other.id))).toBeInstanceOf(Conflict);
    expect(await memberships()).toEqual([]);
    expect(await stored()).toMatchObject({ outcome: null });
  });
});

describe('a request from someone who joins in another way', () => {
  const joins: Readonly<Record<string, () => Promise<unknown>>> = {
    'by being added': () =>
      addStaff(as(admin), { highSchoolId: school.id, userId: stranger.id, position: 'STAFF' }),
    'by an invite': async () => {
      const schools = [{ highSchoolId: school.id }];
      const { staffInviteIds } = await makeInvite(orm, { email: stranger.email, schools });
      await acceptOwnInvite(as(actorOf(stranger)), staffInviteIds[0] ?? '');
    },
  };

  it.each(Object.keys(joins))('is closed %s, and stays closed when they leave', async (how) => {
    await joins[how]?.();
    await removeStaff(as(counselor), { highSchoolId: school.id, userId: stranger.id });
    expect(await stored()).toMatchObject({ outcome: 'ACCEPTED' });
    expect(await refusalOf(accept(counselor))).toEqual(NOT_OPEN);
    expect(await listSchoolAccessRequests(as(counselor), school.id)).toEqual([]);
    const own = await listOwnAccessRequests(as(actorOf(stranger)));
    expect(own.map(({ id }) => id)).toEqual([unmatchedId]);
  });

  it('stops waiting if it was declined, and keeps who declined it', async () => {
    await decline(counselor);
    await joins['by being added']?.();
    await removeStaff(as(counselor), { highSchoolId: school.id, userId: stranger.id });
    expect(await stored()).toMatchObject({ outcome: 'DECLINED', decidedBy: { id: counselor.id } });
    const own = await listOwnAccessRequests(as(actorOf(stranger)));
    expect(own.map(({ id }) => id)).toEqual([unmatchedId]);
  });
});

it('of two people who answer a request at once, one succeeds and the other sees why', async () => {
  const { actor: colleague } = await makeCounselor(orm, [school.id]);
  for (const [one, two] of [
    [accept, accept],
    [accept, decline],
    [decline, accept],
  ] as const) {
    const user = await makeUser(orm);
    const id = await makeAccessRequest(orm, { userId: user.id, highSchoolId: school.id });
    const settled = await Promise.allSettled([one(counselor, id), two(colleague, id)]);
    const refusals = settled.flatMap((call) => (call.status === 'rejected' ? [call.reason as unknown] : []));
    expect(refusals).toEqual([NOT_OPEN]);
    const isStaff = await orm.em.fork().count(HighSchoolStaffEntity, { user: user.id });
    expect(isStaff).toBe((await stored(id)).outcome === 'ACCEPTED' ? 1 : 0);
  }
});

describe('declining a request', () => {
  it("sends no email, and is in the school's history only", async () => {
    await decline(counselor);
    expect(await stored()).toMatchObject({ outcome: 'DECLINED', decidedBy: { id: counselor.id } });
    expect(await events()).toEqual(['access.declined HIGH_SCHOOL']);
    expect(await emailKindsOf()).toEqual([]);
    expect(await memberships()).toEqual([]);
    expect(await listSchoolAccessRequests(as(counselor), school.id)).toEqual([]);
    expect(await refusalOf(decline(counselor))).toEqual(NOT_OPEN);
    expect(await refusalOf(accept(counselor))).toEqual(NOT_OPEN);
  });

  it('is up to administrators if the request matched no school', async () => {
    for (const actor of [counselor, actorOf(stranger)]) {
      expect(await refusalOf(declineUnmatchedRequest(as(actor), unmatchedId))).toBeInstanceOf(Forbidden);
    }
    expect(await refusalOf(declineUnmatchedRequest(as(admin), requestId))).toBeInstanceOf(NotFound);
    await declineUnmatchedRequest(as(admin), unmatchedId);
    expect(await refusalOf(declineUnmatchedRequest(as(admin), unmatchedId))).toEqual(NOT_OPEN);
    expect(await stored(unmatchedId)).toMatchObject({ outcome: 'DECLINED', decidedBy: { id: admin.id } });
    expect((await listAccessRequests(as(admin))).items.map(({ id }) => id)).toEqual([requestId]);
    expect(await events()).toEqual(['access.declined INVITE']);
    const timeline = { type: 'INVITE', id: unmatchedId } as const;
    const { entries } = await readTimeline(as(admin), timeline, null);
    expect(entries).toHaveLength(1);
    expect(await refusalOf(readTimeline(as(actorOf(stranger)), timeline, null))).toBeInstanceOf(NotFound);
  });

  it('keeps who declined it if the person withdraws it later', async () => {
    await decline(counselor);
    await withdrawRequest(as(actorOf(stranger)), requestId);
    expect(await stored()).toMatchObject({ outcome: 'DECLINED', decidedBy: { id: counselor.id } });
    expect(await refusalOf(withdrawRequest(as(actorOf(stranger)), requestId))).toBeInstanceOf(NotFound);
    const own = await listOwnAccessRequests(as(actorOf(stranger)));
    expect(own.map(({ id }) => id)).toEqual([unmatchedId]);
  });
});

describe('a request that is not open', () => {
  it('cannot be answered after it was withdrawn', async () => {
    await withdrawRequest(as(actorOf(stranger)), requestId);
    expect(await refusalOf(accept(counselor))).toEqual(NOT_OPEN);
    expect(await refusalOf(decline(counselor))).toEqual(NOT_OPEN);
  });

  it('cannot be answered after it expired', async () => {
    const userId = (await makeUser(orm)).id;
    const expiresAt = new Date('2026-11-20T00:00:00.000Z');
    const id = await makeAccessRequest(orm, { userId, highSchoolId: school.id, expiresAt });
    expect(await refusalOf(accept(counselor, id))).toEqual(NOT_OPEN);
    expect(await refusalOf(decline(counselor, id))).toEqual(NOT_OPEN);
    expect((await listSchoolAccessRequests(as(counselor), school.id)).map((one) => one.id)).toEqual([
      requestId,
    ]);
  });

  it('does not exist anymore after its account was deleted', async () => {
    await deleteUser(as(admin), { id: stranger.id, ifMatch: null });
    const { email } = stranger;
    const accepted = acceptAccessRequest(as(counselor), { requestId, highSchoolId: school.id, email });
    expect(await refusalOf(accepted)).toBeInstanceOf(NotFound);
    expect(await refusalOf(decline(counselor))).toBeInstanceOf(NotFound);
    expect(await listAccessRequests(as(admin))).toEqual({ items: [], total: 0 });
  });
});

describe('access requests', () => {
  it.each(['neighbor', 'stranger'] as const)("can't be seen or answered by the %s", async (who) => {
    const actor = who === 'neighbor' ? neighbor : actorOf(stranger);
    const calls = [
      () => accept(actor),
      () => decline(actor),
      () => accept(actor, requestId, other.id),
      () => decline(actor, requestId, other.id),
      () => accept(actor, unmatchedId, other.id),
      () => listSchoolAccessRequests(as(actor), school.id),
    ];
    for (const call of calls) expect(await refusalOf(call())).toBeInstanceOf(NotFound);
    expect(await refusalOf(listAccessRequests(as(actor)))).toBeInstanceOf(Forbidden);
    expect(await countAccessRequests(as(actor))).toEqual({ schools: [], unmatched: 0 });
    expect(await memberships()).toEqual([]);
    expect(await stored()).toMatchObject({ outcome: null, decidedAt: null });
    expect(await stored(unmatchedId)).toMatchObject({ outcome: null });
  });
});

it('the open requests are listed and counted for those who may answer them', async () => {
  const about = { email: 'sam@x.example.org', name: 'Sam Stranger' };
  expect(await listSchoolAccessRequests(as(counselor), school.id)).toMatchObject([
    { ...about, id: requestId, position: 'REGISTRAR', highSchool: { name: 'Aurora High' } },
  ]);
  const all = await listAccessRequests(as(admin));
  expect(all.total).toBe(2);
  expect(all.items.map(({ id, highSchool }) => [id, highSchool?.name]).toSorted()).toEqual(
    [
      [requestId, 'Aurora High'],
      [unmatchedId, undefined],
    ].toSorted(),
  );
  const ofSchool = { id: school.id, name: 'Aurora High', people: 1 };
  expect(await countAccessRequests(as(counselor))).toEqual({ schools: [ofSchool], unmatched: 0 });
  expect(await countAccessRequests(as(admin))).toEqual({ schools: [ofSchool], unmatched: 1 });
});
