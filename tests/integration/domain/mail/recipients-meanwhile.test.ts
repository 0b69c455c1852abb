import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { clearBounce, recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { sendEmail } from '#app/domain/emails/send-email.server.ts';
import { addStaff, changeStaff, removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { removeUserInvite } from '#app/domain/invites/open-invite.server.ts';
import { type MailSystem, openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { changeUser, deleteUser } from '#app/domain/users/change-user.server.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { type OutboxMail, OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { actorOf, makeAdmin, makeInvite } from '#tests/factories/user-factory.server.ts';
import { type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

const database = useDatabase('each test');
const clock = createTestClock();
let orm: Orm;
let sink: SmtpSink;
let system: MailSystem | undefined;
let scene: AudienceScene;

beforeAll(async () => {
  sink = await startSmtpSink();
});
beforeEach(async () => {
  sink.reset();
  orm = await database.openOrm();
  scene = await makeAudienceScene(orm);
});
afterEach(async () => {
  await system?.close();
  system = undefined;
});
afterAll(() => sink.stop());

const ctx = () => makeCtx({ orm, actor: actorOf(scene.admin), now: clock.now });
const HOUR_MS = 3_600_000;

/** Starts delivering. Only after the clock has moved, because otherwise emails in flight would look abandoned. */
function deliver(): void {
  const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
  system ??= openMailSystem({ settings, orm, log: createLog('silent'), now: clock.now });
  system.mailer.wakeOutbox();
}

/** Schedules a send in an hour and runs `meanwhile` before it. Returns each email's result by address. */
async function sentInAnHour(choice: AudienceChoice, meanwhile: () => Promise<unknown>) {
  const templateId = await makeTemplate(orm, { body: 'Dear {{firstName}} <{{email}}> of {{schools}}.' });
  const scheduledAt = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const request = { templateId, choice, except: [], scheduledAt, again: false, key: null };
  const { deliveryId } = await sendEmail(ctx(), request);
  await meanwhile();
  clock.advance(HOUR_MS);
  deliver();
  const delivery = () => orm.em.fork().findOne(EmailDeliveryEntity, deliveryId);
  await expect.poll(delivery, { timeout: 10_000 }).toMatchObject({ status: 'FINISHED' });
  return outcomes();
}

async function outcomes() {
  const emails = await orm.em
    .fork()
    .find(OutboxMailEntity, { delivery: { $ne: null } }, { orderBy: { toAddress: 'asc' } });
  const outcomeOf = ({ toAddress, state, response }: OutboxMail) =>
    [toAddress.split('@')[0], state, state === 'SENT' ? '' : response] as const;
  return emails.map(outcomeOf);
}

const sentTo = () => sink.emails.map(({ to }) => to[0]?.split('@')[0]).sort();
const EVERYBODY: AudienceChoice = { target: 'ALL_HIGH_SCHOOLS', positions: [] };

describe('an email that waits', () => {
  it('is sent to selected people who left their school, but not to the staff of a selected school', async () => {
    const { people, schools } = scene;
    const choice: AudienceChoice = {
      ...{ target: 'SELECTED', positions: ['REGISTRAR'] },
      ...{ schoolIds: [schools.Birch.id], userIds: [people.cat.id, people.eve.id] },
    };
    const reported = await sentInAnHour(choice, async () => {
      await removeStaff(ctx(), { highSchoolId: schools.Birch.id, userId: people.ben.id });
      await removeStaff(ctx(), { highSchoolId: schools.Cedar.id, userId: people.cat.id });
    });
    expect(reported).toEqual([
      ['ben', 'CANCELLED', 'No longer on the staff of the school.'],
      ['cat', 'SENT', ''],
      ['eve', 'SENT', ''],
    ]);
  });

  it("isn't sent to users who were deleted, left the school or the position, or whose address bounced", async () => {
    const { people, schools } = scene;
    const reported = await sentInAnHour(EVERYBODY, async () => {
      await deleteUser(ctx(), { id: people.ann.id, ifMatch: null });
      await removeStaff(ctx(), { highSchoolId: schools.Birch.id, userId: people.ben.id });
      await recordBounce(ctx(), { email: people.dan.email, source: 'REPORT', reason: 'No such user' });
    });
    expect(reported).toEqual([
      ['ann', 'CANCELLED', 'The account was deleted.'],
      ['ben', 'CANCELLED', 'No longer on the staff of the school.'],
      ['cat', 'SENT', ''],
      ['dan', 'BOUNCED', 'Not sent: this address bounced.'],
      ['eve', 'SENT', ''],
    ]);
    expect(sentTo()).toEqual(['cat', 'eve']);
    expect(await orm.em.fork().find(BouncedAddressEntity, {})).toMatchObject([
      { source: 'REPORT', reason: 'No such user' },
    ]);
  });

  it("is sent to the account's current address, and recorded with it", async () => {
    const email = 'catherine@x.example.org';
    const reported = await sentInAnHour({ ...EVERYBODY, positions: ['PRINCIPAL'] }, () =>
      changeUser(ctx(), { id: scene.people.cat.id, patch: { email }, ifMatch: null }),
    );
    expect(reported).toEqual([
      ['ann', 'SENT', ''],
      ['catherine', 'SENT', ''],
    ]);
    const news = sink.emailsTo(email).map(({ text }) => text.trim());
    expect(news).toEqual(['Dear Cat <catherine@x.example.org> of Cedar High.']);
    // The old address receives only the email about the change.
    expect(sink.emailsTo(scene.people.cat.email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('changed'),
    ]);
  });

  it('marks the new address as bounced, not the old one', async () => {
    sink.behave((to) => (to.startsWith('catherine@') ? { kind: 'refuse' } : { kind: 'accept' }));
    await sentInAnHour({ ...EVERYBODY, positions: ['PRINCIPAL'] }, () =>
      changeUser(ctx(), {
        id: scene.people.cat.id,
        patch: { email: 'catherine@x.example.org' },
        ifMatch: null,
      }),
    );
    expect(await orm.em.fork().find(BouncedAddressEntity, {})).toMatchObject([
      { address: 'catherine@x.example.org', source: 'SMTP' },
    ]);
  });

  it('is sent to users who still have one of its positions', async () => {
    const { people, schools } = scene;
    const positions = ['PRINCIPAL', 'COUNSELOR'] as const;
    const reported = await sentInAnHour({ ...EVERYBODY, positions: [...positions] }, async () => {
      const at = { highSchoolId: schools.Alder.id, userId: people.ann.id };
      await changeStaff(ctx(), { ...at, position: 'REGISTRAR' });
      await changeStaff(ctx(), { highSchoolId: schools.Cedar.id, userId: people.cat.id, position: 'STAFF' });
    });
    expect(reported).toEqual([
      ['ann', 'SENT', ''],
      ['cat', 'CANCELLED', 'No longer in one of the positions this email is for.'],
      ['eve', 'SENT', ''],
    ]);
  });

  it('is sent to the staff of schools that are still active', async () => {
    const { Birch, Cedar } = scene.schools;
    const positions = ['PRINCIPAL', 'REGISTRAR'] as const;
    const reported = await sentInAnHour({ ...EVERYBODY, positions: [...positions] }, async () => {
      for (const { id } of [Birch, Cedar]) {
        await changeHighSchool(ctx(), { id, patch: { status: 'INACTIVE' }, ifMatch: null });
      }
    });
    expect(reported).toEqual([
      ['ann', 'SENT', ''],
      ['ben', 'CANCELLED', 'The school is no longer active.'],
      ['cat', 'CANCELLED', 'The school is no longer active.'],
    ]);
    expect(sentTo()).toEqual(['ann']);
  });

  it('is sent to current administrators, and to open invites', async () => {
    const former = await makeAdmin(orm, { email: 'former@x.example.org' });
    const toAdmins = await sentInAnHour({ target: 'ADMINS' }, () =>
      changeUser(ctx(), { id: former.id, patch: { flags: [] }, ifMatch: null }),
    );
    expect(toAdmins).toEqual([
      ['ada', 'SENT', ''],
      ['former', 'CANCELLED', 'No longer an administrator.'],
    ]);
    await orm.em.fork().nativeDelete(OutboxMailEntity, {});
    const { id } = await makeInvite(orm, { email: 'taken-back@x.example.org' });
    const toInvited = await sentInAnHour({ target: 'PENDING_USERS' }, () => removeUserInvite(ctx(), id));
    expect(toInvited.filter(([name]) => name === 'taken-back')).toEqual([
      ['taken-back', 'CANCELLED', 'The invite is no longer open.'],
    ]);
    expect(toInvited.filter(([name]) => name !== 'taken-back').map(([, state]) => state)).not.toContain(
      'CANCELLED',
    );
  });

  it('skips schools that no longer match the audience, and names only those that do', async () => {
    const { schools, people } = scene;
    const choice: AudienceChoice = {
      target: 'OUTSTANDING_SCHOOLS',
      positions: [],
      states: ['NOT_STARTED', 'STARTED'],
    };
    const outcome = await sentInAnHour(choice, () =>
      orm.em.fork().nativeUpdate(DesignationEntity, { highSchool: schools.Birch.id }, { status: 'PENDING' }),
    );
    expect(outcome).toEqual([
      ['ann', 'SENT', ''],
      ['ben', 'CANCELLED', 'The school no longer matches the chosen audience.'],
    ]);
    expect(sink.emailsTo(people.ann.email).map(({ text }) => text.trim())).toEqual([
      'Dear Ann <ann@x.example.org> of Alder High.',
    ]);
  });

  it('skips schools that started after an email to schools without a designation was scheduled', async () => {
    const choice: AudienceChoice = { target: 'HIGH_SCHOOLS_WITHOUT_DESIGNATION', positions: [] };
    const { id: academicYearId } = await orm.em
      .fork()
      .findOneOrFail(AcademicYearEntity, { status: 'ACTIVE' });
    const outcome = await sentInAnHour(choice, () =>
      makeDesignation(orm, {
        ...{ academicYearId, status: 'STARTED' },
        ...{ highSchoolId: scene.schools.Alder.id, submittedById: scene.people.ann.id },
      }),
    );
    expect(outcome).toEqual([['ann', 'CANCELLED', 'The school no longer matches the chosen audience.']]);
  });

  it('is sent again after the account, the position, and the mailbox were restored', async () => {
    const { people, schools } = scene;
    const reported = await sentInAnHour({ ...EVERYBODY, positions: ['REGISTRAR'] }, async () => {
      const designationTarget = { highSchoolId: schools.Birch.id, userId: people.ben.id };
      await removeStaff(ctx(), designationTarget);
      await addStaff(ctx(), { ...designationTarget, position: 'REGISTRAR' });
      await recordBounce(ctx(), { email: people.ben.email, source: 'REPORT', reason: '' });
      await clearBounce(ctx(), people.ben.email);
    });
    expect(reported).toEqual([['ben', 'SENT', '']]);
  });

  it("doesn't record a bounce again that was cleared meanwhile", async () => {
    const { ben } = scene.people;
    const at = { highSchoolIds: [scene.schools.Birch.id], userId: ben.id };
    await recordBounce(ctx(), { email: ben.email, source: 'REPORT', reason: '' });
    await makeDelivery(orm, { emails: [{ to: ben.email, ...at }] });
    deliver();
    await expect.poll(outcomes).toEqual([['ben', 'BOUNCED', 'Not sent: this address bounced.']]);
    expect(await orm.em.fork().find(BouncedAddressEntity, {})).toMatchObject([{ source: 'REPORT' }]);
  });
});

describe('an automatic email that waits', () => {
  it("isn't sent to users who left the school", async () => {
    sink.behave({ kind: 'defer' });
    const { ben, eve } = scene.people;
    for (const { id: userId } of [ben, eve]) {
      await addStaff(ctx(), { highSchoolId: scene.schools.Alder.id, userId, position: 'STAFF' });
    }
    await inviteStaff(ctx(), { highSchoolId: scene.schools.Alder.id, email: 'new@x.example.org' });
    deliver();
    const emails = () =>
      orm.em
        .fork()
        .find(OutboxMailEntity, { kind: { $ne: 'access.changed' } }, { orderBy: { toAddress: 'asc' } });
    const waiting = { state: 'DEFERRED' };
    await expect.poll(emails).toMatchObject([
      { toAddress: ben.email, ...waiting },
      { toAddress: eve.email, ...waiting },
      { toAddress: 'new@x.example.org', ...waiting },
    ]);

    await removeStaff(ctx(), { highSchoolId: scene.schools.Alder.id, userId: ben.id });
    await orm.em.fork().nativeDelete(UserInviteEntity, { email: 'new@x.example.org' });
    sink.reset();
    clock.advance(60_000);
    deliver();
    await expect.poll(emails).toMatchObject([
      { toAddress: ben.email, state: 'CANCELLED' },
      { toAddress: eve.email, state: 'SENT' },
      { toAddress: 'new@x.example.org', state: 'CANCELLED' },
    ]);
    expect(sink.emailsTo(eve.email).some(({ subject }) => subject.startsWith('You were added'))).toBe(true);
    expect(sink.emailsTo(ben.email)).toEqual([]);
  });
});
