import { beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { acceptOwnInvite } from '#app/domain/invites/own-invites.server.ts';
import { closeDelivery } from '#app/domain/mail/mail-queries.server.ts';
import { changeNotice, getNotice } from '#app/domain/notices/notices.server.ts';
import { changeReminderRule, removeReminderRule } from '#app/domain/reminders/reminder-rules.server.ts';
import { runReminders } from '#app/domain/reminders/run-reminders.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { NoticeEntity } from '#db/entities/notice.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';

const database = useDatabase('each test');
let orm: Orm;
beforeEach(async () => {
  orm = await database.openOrm({ poolMax: 10 });
});

/** 8:00:30 AM in Alaska, 7 days before the due date. */
const NOW = new Date('2026-12-08T17:00:30.000Z');
const DUE = new Date('2026-12-16T02:00:00.000Z');

const ctxOf = (actor?: Actor) =>
  makeCtx({
    orm,
    ...(actor === undefined ? {} : { actor }),
    now: () => NOW,
    settings: { timeZone: 'America/Anchorage' },
  });

/** Starts `second` while `first` isn't committed, and commits `first` once `second` waits for its lock. */
async function overlapping<Result>(
  ctx: Ctx,
  first: (tx: Ctx) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<Result> {
  const { called } = await inTransaction(ctx, async (tx) => {
    await first(tx);
    await tx.em.flush();
    const called = second();
    called.catch(() => undefined);
    await expect.poll(() => lockWaits(orm)).toBe(1);
    return { called };
  });
  return called;
}

async function dueRules() {
  const admin = actorOf(await makeAdmin(orm));
  const year = await makeYear(orm, { year: 2027, dueAt: DUE });
  const school = await makeSchool(orm);
  await makeCounselor(orm, [school.id]);
  const rule = {
    academicYearId: year.id,
    daysBefore: 7,
    states: ['NOT_STARTED'],
    isAutomatic: true,
  } as const;
  const [id, other] = [
    await makeRule(orm, { ...rule, states: [...rule.states] }),
    await makeRule(orm, { ...rule, states: [...rule.states] }),
  ];
  const { version } = await orm.em.fork().findOneOrFail(ReminderRuleEntity, { id });
  return { admin, id, other, version };
}

const remindedRules = async () =>
  (await orm.em.fork().find(EmailDeliveryEntity, {})).map(({ rule }) => rule?.id);

describe('a run of the reminders', () => {
  it('skips a rule that is removed in the meantime, and writes the others', async () => {
    const { admin, id, other, version } = await dueRules();
    const run = await overlapping(
      ctxOf(admin),
      (tx) => removeReminderRule(tx, { id, version }),
      () => runReminders(ctxOf()),
    );
    expect(run?.written.map(({ ruleId }) => ruleId)).toEqual([other]);
    expect(await remindedRules()).toEqual([other]);
  });

  it('skips a rule that is no longer due after a change in the meantime', async () => {
    const { admin, id, other, version } = await dueRules();
    const changed = { daysBefore: 3, states: ['STARTED' as const], positions: [], isAutomatic: false };
    await overlapping(
      ctxOf(admin),
      (tx) => changeReminderRule(tx, { id, version, ...changed, templateId: null }),
      () => runReminders(ctxOf()),
    );
    expect(await remindedRules()).toEqual([other]);
  });
});

it('a reminder rule can be removed while its delivery finishes', async () => {
  const { admin, id } = await dueRules();
  await runReminders(ctxOf());
  const em = orm.em.fork();
  const { version } = await em.findOneOrFail(ReminderRuleEntity, { id });
  const delivery = await em.findOneOrFail(EmailDeliveryEntity, { rule: id });
  const finish = async (tx: Ctx) => {
    await tx.em.nativeUpdate(OutboxMailEntity, { delivery: delivery.id }, { state: 'SENT' });
    await closeDelivery(tx.em, delivery.id, NOW);
  };
  await overlapping(ctxOf(), finish, () => removeReminderRule(ctxOf(admin), { id, version }));
  expect(await orm.em.fork().count(ReminderRuleEntity, { id })).toBe(0);
});

it('a purge waits for a return that is being stored, and removes its contents', async () => {
  const admin = actorOf(await makeAdmin(orm));
  const year = await makeYear(orm, { year: 2020, status: 'INACTIVE' });
  const school = await makeSchool(orm);
  const { actor } = await makeCounselor(orm, [school.id]);
  const { id } = await makeDesignation(orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: actor.id,
    status: 'PENDING',
    classSize: 20,
    criteria: 'CUMULATIVE_GPA',
    students: 2,
  });
  const purged = await overlapping(
    ctxOf(admin),
    (tx) => patchDesignation(tx, { id, patch: { status: 'RETURNED' }, ifMatch: null }),
    () => purgeStudentsOfYear(ctxOf(admin), year.id),
  );
  expect(purged).toBe(2);
  expect(await orm.em.fork().count(ReturnedContentsEntity)).toBe(0);
  expect(await orm.em.fork().count(StudentEntity, { last: { $ne: '' } })).toBe(0);
});

it('an invite to a school is rejected if the person accepts an earlier one in the meantime', async () => {
  const school = await makeSchool(orm);
  const { actor: counselor } = await makeCounselor(orm, [school.id]);
  const person = await makeUser(orm);
  const { staffInviteIds } = await makeInvite(orm, {
    email: person.email,
    schools: [{ highSchoolId: school.id }],
  });
  const invited = overlapping(
    ctxOf(actorOf(person)),
    (tx) => acceptOwnInvite(tx, staffInviteIds[0] ?? ''),
    () => inviteStaff(ctxOf(counselor), { highSchoolId: school.id, email: person.email }),
  );
  await expect(invited).rejects.toThrow('is already on the staff');
  expect(await orm.em.fork().count(HighSchoolStaffInviteEntity)).toBe(0);
});

it('an automatic email that is saved unchanged keeps its version, without an event', async () => {
  const ctx = ctxOf(actorOf(await makeAdmin(orm)));
  const { subject, body } = await getNotice(ctx, 'DUE_SOON');
  const standard = { kind: 'DUE_SOON', version: 0, subject, body, isOn: true } as const;
  expect((await changeNotice(ctx, standard)).version).toBe(0);
  expect(await orm.em.fork().count(NoticeEntity)).toBe(0);
  const { version } = await changeNotice(ctx, { ...standard, subject: `${subject}!` });
  expect((await changeNotice(ctx, { ...standard, version, subject: `${subject}!` })).version).toBe(version);
  expect(await orm.em.fork().count(EventEntity, { kind: 'notice.changed' })).toBe(1);
});
