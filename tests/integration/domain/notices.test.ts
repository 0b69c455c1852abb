import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventActor, eventLines } from '#app/messages/event-labels.ts';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { planDecisions } from '#app/domain/designations/plan-decisions.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { addStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { inviteStaff, inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { resendInvite } from '#app/domain/invites/open-invite.server.ts';
import {
  changeNotice,
  fieldNamesOf,
  getNotice,
  listNotices,
  resetNotice,
} from '#app/domain/notices/notices.server.ts';
import { STANDARD_NOTICES } from '#app/domain/notices/standard-notices.server.ts';
import { fieldProblems } from '#app/domain/emails/check-markup.ts';
import { Forbidden, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { optionalPartsProblem } from '#app/lib/markup/fill-notice.ts';
import { type NoticeKind, NOTICES } from '#app/schemas/enums.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { NoticeEntity } from '#db/entities/notice.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  type MadeSchool,
  type MadeYear,
  makeSchool,
  makeYear,
} from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  makeAdmin,
  makeCounselor,
  makeStaff,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { issuesOf, refusalOf } from '#tests/support/designation-scene.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let school: MadeSchool;
let year: MadeYear;
beforeAll(async () => {
  orm = await openOrm(database.url);
  admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Min' });
  school = await makeSchool(orm, { name: 'Elder High' });
  year = await makeYear(orm, { year: 2026, status: 'ACTIVE' });
});
afterAll(() => orm.close(true));

const ctx = (actor = actorOf(admin)) =>
  makeCtx({
    orm,
    actor,
    settings: { appName: 'Scholars', appUrl: 'https://x.example', contactEmail: 'help@x.example' },
  });

beforeEach(async () => {
  const { em } = ctx();
  await em.nativeDelete(NoticeEntity, {});
  await em.nativeDelete(OutboxMailEntity, {});
  await em.nativeDelete(BouncedAddressEntity, {});
});

async function emails() {
  const rows = await ctx().em.findAll(OutboxMailEntity, { orderBy: { createdAt: 'asc', toAddress: 'asc' } });
  return rows.map(({ toAddress: to, kind, subject, textBody: text, state, response }) => {
    return { to, kind, subject, text, state, response };
  });
}

async function switchOff(kind: NoticeKind): Promise<void> {
  const { subject, body, version } = await getNotice(ctx(), kind);
  await changeNotice(ctx(), { kind, version, subject, body, isOn: false });
}

describe('an automatic email', () => {
  it('uses its standard text until it is changed', async () => {
    await inviteUser(ctx(), { email: 'new@x.example', flags: ['ADMIN'] });
    await inviteStaff(ctx(), { highSchoolId: school.id, email: 'newer@x.example' });
    const howToAnswer = (email: string) =>
      [
        `To respond, sign in with this email address (${email}):\nhttps://x.example/login`,
        'If you already have an account, accept or decline the invite on your dashboard. Otherwise, create an account to accept it. The invite expires on Dec 5, 2026, 12:00 PM AKST.',
        "You don't need a password. To sign in, you enter a six-digit code that we email you.",
        "If you didn't expect this email, you can ignore it. Questions? Email help@x.example.\nScholars",
      ].join('\n\n');
    expect((await emails()).map(({ to, kind, subject, text }) => ({ to, kind, subject, text }))).toEqual([
      {
        to: 'new@x.example',
        kind: 'user.invited',
        subject: "You're invited to Scholars",
        text: `Hello,\n\nAda Min invited you to Scholars as an administrator. High schools use Scholars to designate the top ten percent of their junior class.\n\n${howToAnswer('new@x.example')}`,
      },
      {
        to: 'newer@x.example',
        kind: 'staff.invited',
        subject: "You're invited to join the staff of Elder High on Scholars",
        text: `Hello,\n\nAda Min invited you to join the staff of Elder High on Scholars. High schools use Scholars to designate the top ten percent of their junior class.\n\n${howToAnswer('newer@x.example')}`,
      },
    ]);
  });

  it.each(NOTICES)('%s uses only its own merge fields', (kind) => {
    const { subject, body, fields } = STANDARD_NOTICES[kind];
    for (const text of [subject, body]) {
      expect(fieldProblems(text, fieldNamesOf(kind))).toEqual([]);
      expect(optionalPartsProblem(text)).toBeNull();
    }
    const used = Object.keys(fields).filter((name) => `${subject}${body}`.includes(`{{${name}}}`));
    const inFrameOnly = kind === 'DUE_SOON' ? ['email'] : [];
    expect([...used, ...inFrameOnly].sort()).toEqual(Object.keys(fields).sort());
  });

  it("uses an administrator's text once it is changed", async () => {
    const before = await getNotice(ctx(), 'USER_INVITED');
    expect(before).toEqual({
      id: null,
      kind: 'USER_INVITED',
      subject: STANDARD_NOTICES.USER_INVITED.subject,
      body: STANDARD_NOTICES.USER_INVITED.body,
      isOn: true,
      isChanged: false,
      version: 0,
      updatedAt: null,
    });
    const mine = { subject: 'Join {{appName}}', body: 'From {{inviter}}[[ for {{schools}}]]: {{email}}' };
    const changed = await changeNotice(ctx(), { kind: 'USER_INVITED', version: 0, isOn: true, ...mine });
    expect(changed).toMatchObject({ ...mine, isChanged: true, version: 1 });
    await inviteUser(ctx(), { email: 'my@x.example' });
    expect(await emails()).toMatchObject([{ subject: 'Join Scholars', text: 'From Ada Min: my@x.example' }]);

    for (const version of [0, 2]) {
      const attempt = changeNotice(ctx(), { kind: 'USER_INVITED', version, isOn: false, ...mine });
      expect(await refusalOf(attempt)).toBeInstanceOf(VersionConflict);
    }
    expect(await resetNotice(ctx(), { kind: 'USER_INVITED', version: 1 })).toMatchObject({
      body: before.body,
      isChanged: false,
      version: 2,
    });
    expect((await listNotices(ctx())).map(({ kind, version }) => [kind, version])).toEqual(
      NOTICES.map((kind) => [kind, kind === 'USER_INVITED' ? 2 : 0]),
    );
  });

  it("records an event for each change, with the text's length, and none if nothing changes", async () => {
    const { subject, body } = STANDARD_NOTICES.STAFF_JOINED;
    const clock = createTestClock();
    const later = () => {
      clock.advance(1000);
      return { ...ctx(), now: clock.now };
    };
    const at = (version: number) => ({ kind: 'STAFF_JOINED', version }) as const;
    await changeNotice(later(), { ...at(0), subject, body, isOn: true });
    await changeNotice(later(), { ...at(0), subject, body, isOn: false });
    await changeNotice(later(), { ...at(1), subject: 'Hello', body: 'Short.', isOn: false });
    await changeNotice(later(), { ...at(2), subject: 'Hello', body: 'Snort.', isOn: false });
    await resetNotice(later(), at(3));
    const { id } = await ctx().em.findOneOrFail(NoticeEntity, { kind: 'STAFF_JOINED' });
    const timeline = (by = ctx()) => readTimeline(by, { type: 'NOTICE', id }, null);
    const long = `${body.length} characters`;
    const { entries } = await timeline();
    expect(entries.map((entry) => [eventActor(entry), ...eventLines(entry, 'UTC')])).toEqual([
      [
        'Ada Min via the REST API',
        'Automatic email: Joined a school',
        `Subject: “Hello” → “${subject}”`,
        `Text: 6 characters → ${long}`,
      ],
      [
        'Ada Min via the REST API',
        'Automatic email: Joined a school',
        'Text: 6 characters → 6 characters, edited',
      ],
      [
        'Ada Min via the REST API',
        'Automatic email: Joined a school',
        `Subject: “${subject}” → “Hello”`,
        `Text: ${long} → 6 characters`,
      ],
      ['Ada Min via the REST API', 'Automatic email: Joined a school', 'Turned on: Yes → No'],
    ]);
    const { actor } = await makeCounselor(orm, [school.id]);
    expect(await refusalOf(timeline(ctx(actor)))).toBeInstanceOf(NotFound);
  });

  it('accepts no merge field of another automatic email, and is for administrators', async () => {
    const input = { kind: 'STAFF_JOINED', version: 0, isOn: true, subject: '{{oldEmail}}' } as const;
    expect(
      (await issuesOf(changeNotice(ctx(), { ...input, body: 'a\n{{school}} {{reasons}}' }))).map(
        ({ path, message }) => [path, message.slice(0, 45)],
      ),
    ).toEqual([
      [['subject'], "{{oldEmail}} isn't a merge field. Use one of "],
      [['body'], "Line 2: {{reasons}} isn't a merge field. Use "],
    ]);
    expect(await refusalOf(changeNotice(ctx(), { ...input, subject: 'a', body: '[[a' }))).toMatchObject({
      issues: [{ path: ['body'] }],
    });
    const { actor } = await makeCounselor(orm, [school.id]);
    for (const attempt of [
      () => listNotices(ctx(actor)),
      () => getNotice(ctx(actor), 'STAFF_JOINED'),
      () => changeNotice(ctx(actor), { ...input, subject: 'a', body: 'b' }),
      () => resetNotice(ctx(actor), { kind: 'STAFF_JOINED', version: 0 }),
    ]) {
      expect(await refusalOf(attempt())).toBeInstanceOf(Forbidden);
    }
    expect(await ctx().em.count(NoticeEntity)).toBe(0);
  });
});

describe('an automatic email that is turned off', () => {
  it("doesn't affect invites, positions, or addresses", async () => {
    const kinds = ['USER_INVITED', 'STAFF_INVITED', 'STAFF_JOINED'] as const;
    for (const kind of kinds) await switchOff(kind);
    const known = await makeUser(orm, { email: 'known@x.example' });
    const { id } = await inviteUser(ctx(), { email: 'quiet@x.example' });
    await inviteStaff(ctx(), { highSchoolId: school.id, email: 'quieter@x.example' });
    await addStaff(ctx(), { highSchoolId: school.id, userId: known.id, position: 'STAFF' });
    expect((await emails()).filter(({ kind }) => kind !== 'access.changed')).toEqual([]);
    expect(await ctx().em.count(UserInviteEntity, { email: { $like: 'quiet%' } })).toBe(2);
    expect(await ctx().em.count(HighSchoolStaffEntity, { user: known.id })).toBe(1);
    expect(await refusalOf(resendInvite(ctx(), id))).toMatchObject({
      message:
        "The automatic email “Invited as a user” is turned off, so the invite can't be resent. An administrator can turn it on under Automatic emails.",
    });
  });

  it("doesn't affect decisions, whose events record that no email was sent", async () => {
    const reported = await makeSchool(orm);
    const person = await makeUser(orm, { email: 'staff@x.example' });
    await makeStaff(orm, { highSchoolId: reported.id, userId: person.id });
    const { id } = await makeDesignation(orm, {
      highSchoolId: reported.id,
      academicYearId: year.id,
      submittedById: admin.id,
      status: 'PENDING',
    });
    await switchOff('DESIGNATION_APPROVED');
    const plan = await planDecisions(ctx(), {
      status: 'APPROVED',
      scope: { expected: [{ id, version: 1 }] },
    });
    expect(plan.emails).toEqual({ people: 0, schools: 0, bounced: 0, isOff: true });
    await patchDesignation(ctx(), { id, patch: { status: 'APPROVED' }, ifMatch: null });
    expect(await emails()).toEqual([]);
    const event = await ctx().em.findOneOrFail(EventEntity, { subjectId: id, kind: 'designation.approved' });
    expect(event.changes['decision']).toEqual({ reasons: [], note: null, notified: false });
  });
});

describe('an automatic email to an address that bounced', () => {
  it("is recorded as bounced, with the reason, and isn't promised to anyone", async () => {
    const reported = await makeSchool(orm);
    for (const email of ['gone@x.example', 'there@x.example']) {
      const person = await makeUser(orm, { email });
      await makeStaff(orm, { highSchoolId: reported.id, userId: person.id });
    }
    const { id } = await makeDesignation(orm, {
      highSchoolId: reported.id,
      academicYearId: year.id,
      submittedById: admin.id,
      status: 'PENDING',
    });
    await recordBounce(ctx(), { email: 'Gone@x.example', source: 'REPORT', reason: 'No such user' });
    const scope = { expected: [{ id, version: 1 }] };
    expect((await planDecisions(ctx(), { status: 'RETURNED', scope })).emails).toEqual({
      people: 1,
      schools: 1,
      bounced: 1,
      isOff: false,
    });
    const decision = { status: 'RETURNED', reasons: ['OTHER'], note: 'n', notify: true } as const;
    await decideDesignations(ctx(), { ...decision, designations: scope.expected });
    expect((await emails()).map(({ to, state, response }) => ({ to, state, response }))).toEqual([
      { to: 'gone@x.example', state: 'BOUNCED', response: 'Not sent: this address bounced.' },
      { to: 'there@x.example', state: 'QUEUED', response: null },
    ]);

    const { id: inviteId } = await inviteUser(ctx(), { email: 'back@x.example' });
    await recordBounce(ctx(), { email: 'back@x.example', source: 'REPORT', reason: '' });
    expect(await refusalOf(resendInvite(ctx(), inviteId))).toMatchObject({
      message:
        'Email to back@x.example bounced. An administrator can resume email to it on the Bounced addresses page. Then try again.',
    });
  });
});
