import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeAcademicYear } from '#app/domain/academic-years/change-academic-year.server.ts';
import { grantExtension } from '#app/domain/academic-years/extensions.server.ts';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { changeEmailTemplate, createEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import { readTimeline, type TimelineSubject } from '#app/domain/events/read-timeline.server.ts';
import { addStaff, changeStaff, removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import type { EmailTemplatePatch } from '#app/schemas/email.ts';
import type { Orm } from '#db/orm.server.ts';
import {
  type MadeSchool,
  type MadeYear,
  makeSchool,
  makeYear,
} from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  type MadeUser,
  makeAdmin,
  makeCounselor,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase('each test');
let counting: CountingOrm;
let orm: Orm;
let clock: ReturnType<typeof createTestClock>;
let admin: UserActor;
let year: MadeYear;
let school: MadeSchool;
let colleague: MadeUser;
let counselor: UserActor;
let newcomer: MadeUser;

beforeEach(async () => {
  counting = await openCountingOrm(database);
  orm = counting.orm;
  clock = createTestClock();
  admin = actorOf(await makeAdmin(orm, { lastName: 'Admin' }));
  year = await makeYear(orm);
  school = await makeSchool(orm, { name: 'Bartlett High' });
  const made = await makeCounselor(orm, [school.id], { lastName: 'Counselor' });
  [counselor, colleague] = [made.actor, made.user];
  newcomer = await makeUser(orm, { firstName: 'Kim', lastName: 'Newcomer' });
});

/** Moves the clock forward a minute before each action. */
function at(actor: Actor = admin): Ctx {
  clock.advance(60_000);
  return makeCtx({ orm, actor, now: clock.now });
}

async function timelineOf(subject: TimelineSubject, actor: Actor = admin) {
  const { entries } = await readTimeline(makeCtx({ orm, actor }), subject, null);
  return entries.map(({ kind, actorName, fields, names }) => ({ kind, actorName, fields, names }));
}

const newcomerAt = (path: string | null) => [{ field: 'userId', name: 'Kim Newcomer', path }];
const schoolAt = (path: string | null) => [{ field: 'highSchoolId', name: 'Bartlett High', path }];
const plain = (value: unknown) => ({ from: null, to: value });

async function everythingOfStaff(): Promise<void> {
  const member = { highSchoolId: school.id, userId: newcomer.id };
  await addStaff(at(), { ...member, position: 'STAFF' });
  await changeStaff(at(), { ...member, position: 'PRINCIPAL' });
  await removeStaff(at(counselor), member);
}

describe('the timeline of a school', () => {
  it('shows its fields, its staff by name, its invites, and its extensions, to administrators and its staff', async () => {
    await changeHighSchool(at(), {
      id: school.id,
      patch: { name: 'Bartlett', status: 'INACTIVE', address: { city: 'Anchorage' } },
      ifMatch: null,
    });
    await everythingOfStaff();
    await inviteStaff(at(), { highSchoolId: school.id, email: 'new@example.org', position: 'STAFF' });
    const dueAt = '2026-12-24T09:00:00.000Z';
    await grantExtension(at(), {
      yearId: year.id,
      extension: { highSchoolId: school.id, dueAt, reason: 'Snow' },
    });
    const reported = (path: string | null) => [
      {
        kind: 'highSchool.extensionGranted',
        actorName: 'Ada Admin',
        fields: { year: plain(2026), dueAt: plain(dueAt), reason: plain('Snow') },
        names: [],
      },
      {
        kind: 'staff.invited',
        actorName: 'Ada Admin',
        fields: { email: plain('new@example.org'), position: plain('STAFF') },
        names: [],
      },
      {
        kind: 'staff.removed',
        actorName: 'Pat Counselor',
        fields: { position: plain('PRINCIPAL') },
        names: newcomerAt(path),
      },
      {
        kind: 'staff.changed',
        actorName: 'Ada Admin',
        fields: { position: { from: 'STAFF', to: 'PRINCIPAL' } },
        names: newcomerAt(path),
      },
      {
        kind: 'staff.added',
        actorName: 'Ada Admin',
        fields: { position: plain('STAFF') },
        names: newcomerAt(path),
      },
      {
        kind: 'highSchool.changed',
        actorName: 'Ada Admin',
        fields: {
          status: { from: 'ACTIVE', to: 'INACTIVE' },
          name: { from: 'Bartlett High', to: 'Bartlett' },
          'address.city': { from: 'Juneau', to: 'Anchorage' },
        },
        names: [],
      },
    ];
    const subject = { type: 'HIGH_SCHOOL', id: school.id } as const;
    expect(await timelineOf(subject)).toEqual(reported(`/users/${newcomer.id}`));
    expect(await timelineOf(subject, counselor)).toEqual(reported(null));
  });

  it('uses two statements for any number of people, and one without any', async () => {
    const read = () => counting.count(() => timelineOf({ type: 'HIGH_SCHOOL', id: school.id }));
    await changeHighSchool(at(), { id: school.id, patch: { name: 'Bartlett' }, ifMatch: null });
    expect(await read()).toBe(1);
    await addStaff(at(), { highSchoolId: school.id, userId: newcomer.id, position: 'STAFF' });
    expect(await read()).toBe(2);
    for (const { id } of [await makeUser(orm), await makeUser(orm)]) {
      await addStaff(at(), { highSchoolId: school.id, userId: id, position: 'STAFF' });
    }
    expect(await read()).toBe(2);
  });
});

describe('the timeline of a user', () => {
  it("shows the account and its positions; a school's page is linked for users who may open it", async () => {
    await everythingOfStaff();
    await changeUser(at(), {
      id: newcomer.id,
      patch: { phone: '(907) 555-0199', flags: ['ADMIN'] },
      ifMatch: null,
    });
    const reported = (path: string | null) => [
      {
        kind: 'user.changed',
        actorName: 'Ada Admin',
        fields: {
          phone: { from: '(907) 555-0100', to: '(907) 555-0199' },
          flags: { from: [], to: ['ADMIN'] },
        },
        names: [],
      },
      {
        kind: 'staff.removed',
        actorName: 'Pat Counselor',
        fields: { position: plain('PRINCIPAL') },
        names: schoolAt(path),
      },
      {
        kind: 'staff.changed',
        actorName: 'Ada Admin',
        fields: { position: { from: 'STAFF', to: 'PRINCIPAL' } },
        names: schoolAt(path),
      },
      {
        kind: 'staff.added',
        actorName: 'Ada Admin',
        fields: { position: plain('STAFF') },
        names: schoolAt(path),
      },
    ];
    const subject = { type: 'USER', id: newcomer.id } as const;
    expect(await timelineOf(subject)).toEqual(reported(`/highschools/${school.id}`));
    expect(await timelineOf(subject, actorOf(newcomer))).toEqual(reported(null));
  });
});

describe('the timelines of years and invites', () => {
  it('show dates, the school with an extension, the year that was closed, and the address', async () => {
    const [dueAt, later] = ['2026-12-01T09:00:00.000Z', '2026-12-08T09:00:00.000Z'];
    await changeAcademicYear(at(), { id: year.id, patch: { dueAt }, ifMatch: null });
    await grantExtension(at(), {
      yearId: year.id,
      extension: { highSchoolId: school.id, dueAt: later, reason: 'Snow' },
    });
    const next = await rollOverYear(at(), { year: 2027 });
    const begun = await timelineOf({ type: 'ACADEMIC_YEAR', id: next.active.id });
    expect(begun.find(({ kind }) => kind === 'academicYear.rolledOver')).toEqual({
      kind: 'academicYear.rolledOver',
      actorName: 'Ada Admin',
      fields: {},
      names: [{ field: 'closedId', name: '2026', path: null }],
    });
    const [, granted, dated] = await timelineOf({ type: 'ACADEMIC_YEAR', id: year.id });
    expect([granted, dated]).toEqual([
      {
        kind: 'academicYear.extensionGranted',
        actorName: 'Ada Admin',
        fields: { year: plain(2026), dueAt: plain(later), reason: plain('Snow') },
        names: schoolAt(`/highschools/${school.id}`),
      },
      { kind: 'academicYear.changed', actorName: 'Ada Admin', fields: { dueAt: plain(dueAt) }, names: [] },
    ]);
    await inviteStaff(at(), { highSchoolId: school.id, email: 'new@example.org', position: 'STAFF' });
    const invite = await at().em.findOneOrFail(UserInviteEntity, { email: 'new@example.org' });
    expect(await timelineOf({ type: 'INVITE', id: invite.id })).toEqual([
      {
        kind: 'invite.created',
        actorName: 'Ada Admin',
        fields: { email: plain('new@example.org') },
        names: [],
      },
    ]);
  });
});

describe('the timeline of an email template', () => {
  it('shows its name and subject, and the length of its text', async () => {
    const template = { name: 'News', subject: '', body: '', richText: false };
    const { id } = await createEmailTemplate(at(), template);
    const change = (patch: EmailTemplatePatch) => changeEmailTemplate(at(), { id, patch, ifMatch: null });
    await change({ subject: 'For {{year}}', body: 'Hello' });
    await change({ name: 'Old news', body: 'Hallo' });
    const reported = await timelineOf({ type: 'EMAIL_TEMPLATE', id });
    expect(reported.map(({ kind, fields }) => ({ kind, fields }))).toEqual([
      {
        kind: 'emailTemplate.changed',
        fields: {
          name: { from: 'News', to: 'Old news' },
          body: { from: '5 characters', to: '5 characters, edited' },
        },
      },
      {
        kind: 'emailTemplate.changed',
        fields: {
          subject: { from: '', to: 'For {{year}}' },
          body: { from: '0 characters', to: '5 characters' },
        },
      },
      { kind: 'emailTemplate.created', fields: { name: plain('News') } },
    ]);
  });
});

describe('reading a timeline', () => {
  it('is refused to users who may know of the record, but not its history', async () => {
    await everythingOfStaff();
    const elsewhere = (await makeCounselor(orm, [(await makeSchool(orm)).id])).actor;
    const former = actorOf(newcomer, []);
    const refused: [TimelineSubject, Actor[]][] = [
      [{ type: 'HIGH_SCHOOL', id: school.id }, [elsewhere, former]],
      [{ type: 'USER', id: colleague.id }, [elsewhere, former, { ...former, highSchoolIds: [school.id] }]],
      [{ type: 'ACADEMIC_YEAR', id: year.id }, [elsewhere, former, counselor]],
      [{ type: 'INVITE', id: randomUUID() }, [elsewhere, former, counselor]],
      [{ type: 'EMAIL_TEMPLATE', id: randomUUID() }, [elsewhere, former, counselor]],
    ];
    for (const [subject, actors] of refused) {
      for (const actor of actors) {
        expect(await refusalOf(timelineOf(subject, actor)), subject.type).toEqual(new NotFound());
      }
      expect(await refusalOf(timelineOf(subject, ANONYMOUS)), subject.type).toEqual(new Unauthorized());
    }
  });
});
