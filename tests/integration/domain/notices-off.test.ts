import { beforeEach, describe, expect, it } from 'vitest';
import { requestAccess } from '#app/domain/access-requests/request-access.server.ts';
import { grantExtension } from '#app/domain/academic-years/extensions.server.ts';
import { addStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { inviteStaff, inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { changeNotice } from '#app/domain/notices/notices.server.ts';
import { STANDARD_NOTICES } from '#app/domain/notices/standard-notices.server.ts';
import { writeOfficeDigest } from '#app/domain/office-digest/write-office-digest.server.ts';
import { addReminderRule } from '#app/domain/reminders/reminder-rules.server.ts';
import { runReminders } from '#app/domain/reminders/run-reminders.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { type NoticeKind, NOTICES } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { actorOf, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
const DUE = new Date('2026-12-16T02:00:00.000Z');
const WEEK_BEFORE = new Date('2026-12-08T17:00:00.000Z');
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test', year: { dueAt: DUE } });

const ctx = (now?: Date) =>
  makeCtx({
    orm,
    actor: scene.admin,
    settings: { timeZone: 'America/Anchorage' },
    ...(now === undefined ? {} : { now: () => now }),
  });

async function decided(status: string): Promise<void> {
  const { id } = await scene.draft({
    classSize: 10,
    criteria: 'CUMULATIVE_GPA',
    status: 'PENDING',
    students: 1,
  });
  await scene.patch(id, { status }, { actor: scene.admin });
}

const TRIGGERS: Readonly<Record<NoticeKind, () => Promise<unknown>>> = {
  USER_INVITED: () => inviteUser(ctx(), { email: 'new@x.example.org' }),
  STAFF_INVITED: () => inviteStaff(ctx(), { highSchoolId: scene.school.id, email: 'new@x.example.org' }),
  STAFF_JOINED: async () => {
    const { id: userId } = await makeUser(orm);
    await addStaff(ctx(), { highSchoolId: scene.school.id, userId, position: 'STAFF' });
  },
  DESIGNATION_SUBMITTED: async () => {
    const { id } = await scene.draft({ classSize: 10, criteria: 'CUMULATIVE_GPA' });
    await scene.patch(id, { students: [studentInput()], status: 'PENDING' });
  },
  DESIGNATION_RETURNED: () => decided('RETURNED'),
  DESIGNATION_APPROVED: () => decided('APPROVED'),
  DESIGNATION_REJECTED: () => decided('REJECTED'),
  EMAIL_CHANGED: async () => {
    const { id } = await makeUser(orm);
    await changeUser(ctx(), { id, patch: { email: 'moved@x.example.org' }, ifMatch: null });
  },
  EXTENSION_GRANTED: async () => {
    const year = await orm.em.fork().findOneOrFail(AcademicYearEntity, { status: 'ACTIVE' });
    await grantExtension(ctx(new Date('2026-12-01T00:00:00.000Z')), {
      yearId: year.id,
      extension: { highSchoolId: scene.school.id, dueAt: '2026-12-20T02:00:00.000Z', reason: 'Storm' },
    });
  },
  ACCESS_REQUESTED: async () => {
    const applicant = makeCtx({ orm, actor: actorOf(await makeUser(orm)) });
    await requestAccess(applicant, { schoolName: scene.school.name, clientAddress: '192.0.2.1' });
  },
  MESSAGE_SENT: async () => {
    const { id } = await scene.draft();
    await postMessage(ctx(), { designationId: id, text: 'Is the class size right?' });
  },
  OFFICE_DIGEST: async () => {
    await orm.em.fork().insert(BouncedAddressEntity, {
      address: 'gone@x.example.org',
      source: 'SMTP',
      reason: '550',
      bouncedAt: new Date('2026-12-01T00:00:00.000Z'),
    });
    await writeOfficeDigest(ctx(new Date('2026-12-01T20:00:00.000Z')));
  },
  DUE_SOON: async () => {
    const rule = { daysBefore: 7, positions: [], templateId: null, isAutomatic: true };
    await addReminderRule(ctx(), { ...rule, states: ['NOT_STARTED'] });
    await runReminders(ctx(WEEK_BEFORE));
  },
};

/** Excludes emails about access changes, which aren't notices and can't be turned off. */
const written = async () => {
  const rows = await storedRows(orm, OutboxMailEntity, ['kind'], {
    where: { kind: { $ne: 'access.changed' } },
  });
  return [...new Set(rows.map(({ kind }) => kind))];
};

describe.each(NOTICES)('the automatic email %s', (kind) => {
  const { subject, body, emailKind } = STANDARD_NOTICES[kind];
  const switched = (isOn: boolean) => changeNotice(ctx(), { kind, version: 0, subject, body, isOn });

  beforeEach(async () => {
    expect(await written()).toEqual([]);
  });

  it('is queued if it is turned on', async () => {
    await switched(true);
    await TRIGGERS[kind]();
    expect(await written()).toEqual([emailKind]);
  });

  it("isn't queued if it is turned off, and neither is anything else", async () => {
    await switched(false);
    await TRIGGERS[kind]();
    expect(await written()).toEqual([]);
  });
});
