import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { mergeUsers } from '#app/domain/users/merge-users.server.ts';
import { previewMerge } from '#app/domain/users/read-merge.server.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { type Actor, SYSTEM, type UserActor } from '#app/policy/actor.ts';
import { AccessChangeEntity } from '#db/entities/access-change.ts';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import {
  makeCounselor,
  makeInvite,
  makeStaff,
  makeUser,
  type MadeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type TwoAccounts, useTwoAccounts } from '#tests/support/use-two-accounts.server.ts';

let orm: Orm;
let admin: UserActor;
let old: MadeUser;
let current: MadeUser;
let merge: TwoAccounts['merge'];
useTwoAccounts((given) => ({ orm, admin, old, current, merge } = given));

const as = (actor: Actor): Ctx => makeCtx({ orm, actor });
const em = () => orm.em.fork();

describe('open invites', () => {
  const openInvites = async () =>
    (await em().find(HighSchoolStaffInviteEntity, {}, { populate: ['userInvite'] })).map(
      ({ userInvite, highSchool, position }) => [userInvite.email, highSchool.id, position],
    );

  it('to the merged address move, and those to schools of the person end', async () => {
    const [moves, moved] = [await makeSchool(orm), await makeSchool(orm)];
    const [invited, own] = [await makeSchool(orm), await makeSchool(orm)];
    await makeStaff(orm, { highSchoolId: moved.id, userId: old.id });
    await makeStaff(orm, { highSchoolId: own.id, userId: current.id });
    await makeInvite(orm, {
      email: old.email,
      schools: [
        { highSchoolId: moves.id, position: 'PRINCIPAL' },
        { highSchoolId: invited.id },
        { highSchoolId: own.id },
      ],
    });
    await makeInvite(orm, {
      email: current.email,
      schools: [{ highSchoolId: moved.id }, { highSchoolId: invited.id, position: 'REGISTRAR' }],
    });
    await merge();
    expect((await openInvites()).toSorted()).toEqual(
      [
        [current.email, moves.id, 'PRINCIPAL'],
        [current.email, invited.id, 'REGISTRAR'],
      ].toSorted(),
    );
    expect(await em().count(UserInviteEntity, { email: old.email })).toBe(0);
  });

  it('never bring administrator access', async () => {
    const { id: highSchoolId } = await makeSchool(orm);
    await makeInvite(orm, { email: old.email, flags: ['ADMIN'], schools: [{ highSchoolId }] });
    await merge();
    const [invite] = await em().find(UserInviteEntity, {});
    expect(invite).toMatchObject({ email: current.email, flags: [] });
    expect((await em().findOneOrFail(UserAccountEntity, { id: current.id })).flags).toEqual([]);
  });

  it('end if nothing is left of them', async () => {
    const { id: highSchoolId } = await makeSchool(orm);
    await makeStaff(orm, { highSchoolId, userId: old.id });
    await makeInvite(orm, { email: current.email, schools: [{ highSchoolId }] });
    await merge();
    expect(await em().count(UserInviteEntity)).toBe(0);
    expect(await em().count(EventEntity, { kind: 'invite.removed' })).toBe(1);
  });
});

it('a merge moves access requests, except repeated ones, and closes those to schools of the person', async () => {
  const { id: highSchoolId } = await makeSchool(orm);
  await makeStaff(orm, { highSchoolId, userId: current.id });
  await makeAccessRequest(orm, { userId: old.id, highSchoolId });
  await makeAccessRequest(orm, { userId: old.id, highSchoolId: null, schoolName: 'Twice High School' });
  await makeAccessRequest(orm, { userId: current.id, highSchoolId: null, schoolName: 'Twice HS' });
  await makeAccessRequest(orm, { userId: old.id, highSchoolId: null, schoolName: 'Other High' });
  await merge();
  const requests = await em().find(AccessRequestEntity, {}, { orderBy: { schoolName: 'asc' } });
  expect(requests.map(({ user, schoolName, outcome }) => [user.id, schoolName, outcome ?? null])).toEqual([
    [current.id, 'Other High', null],
    [current.id, 'Twice HS', null],
    [current.id, 'Typed High', 'ACCEPTED'],
  ]);
});

describe('a merge', () => {
  const administrator = () => makeUser(orm, { firstName: 'Al', flags: ['ADMIN'] });
  const refusal = async (pair: { from?: string; into?: string }, actor: Actor = admin) => {
    const preview = await previewMerge(as(actor), {
      ...{ fromId: pair.from ?? old.id, intoId: pair.into ?? current.id },
    });
    const { message } = (await refusalOf(merge(actor, pair))) as Error;
    expect(preview.refusal).toBe(message);
    return message;
  };

  it('of an administrator or of your own account is refused, even on the command line', async () => {
    const { id, lastName, email } = await administrator();
    const message = USER_MESSAGES.merge.administrator(`Al ${lastName} <${email}>`);
    expect(await refusal({ from: id })).toBe(message);
    expect(await refusal({ from: id }, SYSTEM)).toBe(message);
    expect(await refusal({ from: admin.id })).toBe(USER_MESSAGES.merge.ownAccount);
  });

  it('into a deleted account or into itself is refused', async () => {
    await em().nativeUpdate(UserAccountEntity, { id: current.id }, { flags: ['DELETED'] });
    const message = USER_MESSAGES.merge.intoDeleted('Jane Doe <jane@new.example.org>');
    expect(await refusal({})).toBe(message);
    expect(await refusal({ into: old.id })).toBe(USER_MESSAGES.merge.sameAccount);
  });

  it('of an unknown account, by anyone but administrators, or with an older version of either account is refused', async () => {
    expect(await refusalOf(merge(admin, { from: randomUUID() }))).toMatchObject({ name: 'NotFound' });
    expect(await refusalOf(merge(admin, { into: randomUUID() }))).toMatchObject({ name: 'NotFound' });
    const { id } = await makeSchool(orm);
    const { actor } = await makeCounselor(orm, [id]);
    expect(await refusalOf(merge(actor))).toMatchObject({ name: 'Forbidden' });
    const ids = { fromId: old.id, intoId: current.id };
    expect(await refusalOf(previewMerge(as(actor), ids))).toMatchObject({ name: 'Forbidden' });
    for (const versions of [
      { ifMatch: 2, intoIfMatch: 1 },
      { ifMatch: 1, intoIfMatch: 2 },
    ]) {
      const call = mergeUsers(as(admin), { ...ids, ...versions });
      expect(await refusalOf(call)).toMatchObject({ name: 'VersionConflict' });
    }
    expect(await em().count(EventEntity)).toBe(0);
  });

  it('into an administrator is allowed, and adds only the positions', async () => {
    const { id } = await administrator();
    expect((await merge(admin, { into: id })).user.flags).toEqual(['ADMIN']);
  });

  it('of a deleted account is allowed, and links its history', async () => {
    await em().nativeUpdate(UserAccountEntity, { id: old.id }, { flags: ['ADMIN', 'DELETED'] });
    const { user, merged } = await merge();
    expect([user.flags, merged.flags]).toEqual([[], ['ADMIN', 'DELETED']]);
  });
});

it("a merge emails both addresses and the schools' staff, and is reported to the administrators", async () => {
  const { id: highSchoolId } = await makeSchool(orm);
  const colleague = (await makeCounselor(orm, [highSchoolId])).user;
  await makeStaff(orm, { highSchoolId, userId: old.id });
  await merge();
  const emails = await em().find(OutboxMailEntity, { kind: 'access.changed' });
  expect(emails.map(({ toAddress }) => toAddress).toSorted()).toEqual(
    [old.email, current.email, colleague.email].toSorted(),
  );
  // Without an account, so that the email to the old address isn't held back or sent to the new one.
  expect(emails.find(({ toAddress }) => toAddress === old.email)?.user ?? null).toBeNull();
  for (const email of emails.filter(({ toAddress }) => toAddress !== colleague.email)) {
    expect(email.subject).toBe('Your accounts were merged (Scholars)');
    expect(email.textBody).toContain(
      'merged your account jane@old.example.org into your account jane@new.example.org on',
    );
    expect(email.textBody).toContain('From now on, sign in with jane@new.example.org.');
  }
  const [change] = await em().find(AccessChangeEntity, {});
  expect(change?.description).toContain(
    "merged Jane Doe's account (jane@old.example.org) into Jane Doe's account (jane@new.example.org)",
  );
});
