import { beforeEach, describe, expect, it } from 'vitest';
import { INVITE_DAYS } from '#app/config/constants.ts';
import { inviteStaff, inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { resendInvite, resendStaffInvite } from '#app/domain/invites/open-invite.server.ts';
import { acceptOwnInvite, declineOwnInvite, listOwnInvites } from '#app/domain/invites/own-invites.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { createUser } from '#app/domain/users/create-account.server.ts';
import { AddressConflict, Conflict, NotFound, RateLimited } from '#app/lib/domain-errors.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import type { Orm } from '#db/orm.server.ts';
import { type MadeSchool, makeSchool } from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const database = useDatabase('each test');
const DAY_MS = 86_400_000;
const DAYS_MS = INVITE_DAYS * DAY_MS;

let orm: Orm;
let clock: ReturnType<typeof createTestClock>;
let school: MadeSchool;
let counselor: UserActor;
let admin: UserActor;
beforeEach(async () => {
  orm = await database.openOrm();
  clock = createTestClock();
  school = await makeSchool(orm, { name: 'Aurora High' });
  counselor = (await makeCounselor(orm, [school.id])).actor;
  admin = actorOf(await makeAdmin(orm));
});

const as = (actor: UserActor) => makeCtx({ orm, actor, now: clock.now });
const em = () => orm.em.fork();
const partOf = (email: string) =>
  em().findOneOrFail(
    HighSchoolStaffInviteEntity,
    { userInvite: { email } },
    { populate: ['userInvite'], orderBy: { id: 'asc' } },
  );
const later = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
const EXPIRED = 'The invite to Aurora High expired on Dec 5, 2026. Ask the school to resend it.';

async function invitePerson() {
  const person = await makeUser(orm);
  await inviteStaff(as(counselor), { highSchoolId: school.id, email: person.email });
  return { person, own: actorOf(person), part: await partOf(person.email) };
}

describe('an invite', () => {
  it('is accepted up to its last moment, and not from then on', async () => {
    const { own, part } = await invitePerson();
    expect(part.expiresAt).toEqual(later(INVITE_DAYS));
    clock.advance(DAYS_MS);
    const [listed] = await listOwnInvites(as(own));
    expect(listed?.expiresAt).toBe(clock.now().toISOString());
    expect(await refusalOf(acceptOwnInvite(as(own), part.id))).toEqual(new Conflict(EXPIRED));
    expect(await em().count(HighSchoolStaffEntity, { user: own.id })).toBe(0);
    clock.advance(-1);
    expect(await acceptOwnInvite(as(own), part.id)).toBe('Aurora High');
  });

  it('can be declined after it expired', async () => {
    const { own, part } = await invitePerson();
    clock.advance(DAYS_MS);
    expect(await declineOwnInvite(as(own), part.id)).toBe('Aurora High');
    expect(await em().count(UserInviteEntity)).toBe(0);
  });

  it("can't be sent to the same address again once it expired, but resent", async () => {
    const { person } = await invitePerson();
    await inviteUser(as(admin), { email: 'new@x.example.org', flags: [] });
    clock.advance(DAYS_MS);
    expect(
      await refusalOf(inviteStaff(as(counselor), { highSchoolId: school.id, email: person.email })),
    ).toEqual(
      new AddressConflict(
        `${person.email} was invited to Aurora High, but the invite has expired. Resend it instead.`,
      ),
    );
    expect(await refusalOf(inviteUser(as(admin), { email: 'new@x.example.org', flags: [] }))).toEqual(
      new AddressConflict('new@x.example.org was invited, but the invite has expired. Resend it instead.'),
    );
  });
});

describe('the email about an invite', () => {
  it("says when the invite expires in the program's time zone, and again when it's resent", async () => {
    const texts = async () => {
      const emails = await storedRows(orm, OutboxMailEntity, ['kind', 'textBody'], {
        orderBy: { createdAt: 'asc' },
      });
      return emails.flatMap(({ kind, textBody }) => {
        const day = /The invite expires on (.+?)\.\n/.exec(textBody ?? '')?.[1];
        return day === undefined ? [] : [`${kind}: ${day}`];
      });
    };
    // 10 PM in Alaska is the next day in UTC.
    clock.advance(10 * 3_600_000);
    const { part } = await invitePerson();
    const { id } = await inviteUser(as(admin), { email: 'new@x.example.org', flags: [] });
    expect((await texts()).sort()).toEqual([
      'staff.invited: Dec 5, 2026, 10:00 PM AKST',
      'user.invited: Dec 5, 2026, 10:00 PM AKST',
    ]);
    clock.advance(2 * DAY_MS);
    await resendStaffInvite(as(counselor), { highSchoolId: school.id, inviteId: part.id });
    await resendInvite(as(admin), id);
    expect((await texts()).sort()).toEqual([
      'staff.invited: Dec 5, 2026, 10:00 PM AKST',
      'staff.invited: Dec 7, 2026, 10:00 PM AKST',
      'user.invited: Dec 5, 2026, 10:00 PM AKST',
      'user.invited: Dec 7, 2026, 10:00 PM AKST',
    ]);
  });
});

describe('a new account with the address of expired invites', () => {
  const account = (email: string) => ({
    ...{ firstName: 'Nora', lastName: 'Ness', email, phone: '(907) 555-0142' },
    isAdministrator: false,
  });

  it('gets no flags or position from them; the invite to the school stays for a resend', async () => {
    const other = await makeSchool(orm, { name: 'Birch High' });
    const expiresAt = later(-1);
    const invite = await makeInvite(orm, {
      flags: ['ADMIN'],
      expiresAt,
      schools: [
        { highSchoolId: school.id, expiresAt },
        { highSchoolId: other.id, expiresAt: later(1) },
      ],
    });
    const user = await createUser(as(admin), account(invite.email));
    expect(user.flags).toEqual([]);
    const staff = await storedRows(orm, HighSchoolStaffEntity, ['highSchool'], { where: { user: user.id } });
    expect(staff).toEqual([{ highSchool: other.id }]);
    const left = await storedRows(orm, HighSchoolStaffInviteEntity, ['highSchool']);
    expect(left).toEqual([{ highSchool: school.id }]);
    expect(await storedRows(orm, UserInviteEntity, ['flags'])).toEqual([{ flags: [] }]);
    const part = await partOf(invite.email);
    await resendStaffInvite(as(counselor), { highSchoolId: school.id, inviteId: part.id });
    expect(await acceptOwnInvite(as(actorOf({ ...user, flags: [] })), part.id)).toBe('Aurora High');
  });

  it('removes one that only offered flags, without recording an acceptance', async () => {
    const { id, email } = await makeInvite(orm, { flags: ['ADMIN'], expiresAt: later(-1) });
    expect((await createUser(as(admin), account(email))).flags).toEqual([]);
    expect(await em().count(UserInviteEntity)).toBe(0);
    const events = await storedRows(orm, EventEntity, ['kind', 'changes'], { where: { subjectId: id } });
    expect(events).toEqual([{ kind: 'invite.removed', changes: { email } }]);
  });
});

it('an invite whose flags expired is recorded as accepted if a position was accepted', async () => {
  const { id, email } = await makeInvite(orm, {
    ...{ flags: ['ADMIN'], expiresAt: later(-1) },
    schools: [{ highSchoolId: school.id, expiresAt: later(1) }],
  });
  const account = { firstName: 'Nora', lastName: 'Ness', email, phone: '(907) 555-0142' };
  const user = await createUser(as(admin), { ...account, isAdministrator: false });
  expect(user.flags).toEqual([]);
  expect(await em().count(HighSchoolStaffEntity, { user: user.id })).toBe(1);
  const events = await storedRows(orm, EventEntity, ['kind', 'changes'], { where: { subjectId: id } });
  expect(events).toEqual([{ kind: 'invite.accepted', changes: { userId: user.id } }]);
});

it("an account that changes to an expired invite's address isn't granted its flags", async () => {
  const { email } = await makeInvite(orm, { flags: ['ADMIN'], expiresAt: later(-1) });
  const { id } = await makeUser(orm);
  expect((await changeUser(as(admin), { id, patch: { email }, ifMatch: null })).flags).toEqual([]);
});

describe('resending', () => {
  const reports = async () =>
    (await em().find(OutboxMailEntity, { kind: 'access.changed' })).map(({ toAddress }) => toAddress);

  it.each(['for the school', 'with all its parts'])(
    "is reported to the school's staff if an administrator gives access anew, %s",
    async (how) => {
      const { person, part } = await invitePerson();
      const resend = () =>
        how === 'for the school'
          ? resendStaffInvite(as(admin), { highSchoolId: school.id, inviteId: part.id })
          : resendInvite(as(admin), part.userInvite.id);
      await resend();
      expect(await reports()).toEqual([]);
      clock.advance(DAYS_MS);
      await resend();
      expect(await reports()).toEqual([counselor.email]);
      const [report] = await em().find(OutboxMailEntity, { kind: 'access.changed' });
      expect(report?.subject).toContain(`Aurora High: ${person.email} was invited to join the staff`);
      expect((await partOf(person.email)).expiresAt).toEqual(later(INVITE_DAYS));
    },
  );

  it("isn't reported if the school's staff do it", async () => {
    const { part } = await invitePerson();
    clock.advance(DAYS_MS);
    await resendStaffInvite(as(counselor), { highSchoolId: school.id, inviteId: part.id });
    expect(await reports()).toEqual([]);
  });

  it('is possible once a minute per address, whether the school or an administrator does it', async () => {
    const { part } = await invitePerson();
    await resendInvite(as(admin), part.userInvite.id);
    const again = resendStaffInvite(as(counselor), { highSchoolId: school.id, inviteId: part.id });
    expect(await refusalOf(again)).toBeInstanceOf(RateLimited);
  });

  it("sends a school's invite again, for another 14 days, with an event", async () => {
    const { person, own, part } = await invitePerson();
    clock.advance(DAYS_MS + DAY_MS);
    const resend = () => resendStaffInvite(as(counselor), { highSchoolId: school.id, inviteId: part.id });
    expect(await resend()).toBe(person.email);
    const renewed = await partOf(person.email);
    expect([renewed.expiresAt, renewed.userInvite.expiresAt]).toEqual([
      later(INVITE_DAYS),
      later(INVITE_DAYS),
    ]);
    expect(await em().count(OutboxMailEntity, { toAddress: person.email })).toBe(2);
    const events = await storedRows(orm, EventEntity, ['subjectId', 'actor', 'changes'], {
      where: { kind: 'staff.inviteResent' },
    });
    expect(events).toEqual([{ subjectId: school.id, actor: counselor.id, changes: { email: person.email } }]);
    expect(await refusalOf(resend())).toEqual(
      new RateLimited('This invite was sent a moment ago. Try again in 60 seconds.', 60),
    );
    expect(await acceptOwnInvite(as(own), part.id)).toBe('Aurora High');
  });

  it('counts toward the fifty invites in 24 hours', async () => {
    const { part } = await invitePerson();
    for (let n = 1; n < 50; n += 1) {
      await inviteStaff(as(counselor), { highSchoolId: school.id, email: `new${n}@x.example.org` });
    }
    const again = { highSchoolId: school.id, inviteId: part.id };
    expect(await refusalOf(resendStaffInvite(as(counselor), again))).toBeInstanceOf(RateLimited);
    expect(await em().count(EventEntity, { kind: 'staff.inviteResent' })).toBe(0);
    await resendStaffInvite(as(admin), again);
  });

  it("doesn't extend an administrator's offer of flags if the school's staff resend", async () => {
    const expiresAt = later(-1);
    const { email, staffInviteIds } = await makeInvite(orm, {
      flags: ['ADMIN'],
      expiresAt,
      schools: [{ highSchoolId: school.id, expiresAt }],
    });
    const [inviteId = ''] = staffInviteIds;
    await resendStaffInvite(as(counselor), { highSchoolId: school.id, inviteId });
    const part = await partOf(email);
    expect([part.expiresAt, part.userInvite.expiresAt]).toEqual([later(INVITE_DAYS), expiresAt]);
  });

  it('extends the whole invite if an administrator resends', async () => {
    const expiresAt = later(-1);
    const { id, email } = await makeInvite(orm, {
      flags: ['ADMIN'],
      expiresAt,
      schools: [{ highSchoolId: school.id, expiresAt }],
    });
    const response = await resendInvite(as(admin), id);
    const end = later(INVITE_DAYS).toISOString();
    expect([response.expiresAt, response.staffInvites[0]?.expiresAt]).toEqual([end, end]);
    expect((await partOf(email)).expiresAt).toEqual(later(INVITE_DAYS));
  });

  it("is refused to another school's staff, and finds an invite only at its own school", async () => {
    const { part } = await invitePerson();
    const other = await makeSchool(orm);
    const { actor: stranger } = await makeCounselor(orm, [other.id]);
    const before = await storedRows(orm, HighSchoolStaffInviteEntity, ['id', 'expiresAt']);
    for (const highSchoolId of [school.id, other.id]) {
      const refusal = await refusalOf(resendStaffInvite(as(stranger), { highSchoolId, inviteId: part.id }));
      expect(refusal).toEqual(new NotFound());
    }
    expect(await storedRows(orm, HighSchoolStaffInviteEntity, ['id', 'expiresAt'])).toEqual(before);
    expect(await em().count(OutboxMailEntity)).toBe(1);
  });
});
