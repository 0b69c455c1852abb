import { randomUUID } from 'node:crypto';
import type { FilterQuery } from '@mikro-orm/postgresql';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearBounce, recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { approveDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { changeNotice } from '#app/domain/notices/notices.server.ts';
import { emailsOf, runReminders } from '#app/domain/reminders/run-reminders.server.ts';
import { Forbidden, Unauthorized } from '#app/lib/domain-errors.ts';
import type { DesignationStatus, ReminderState, StaffPosition } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { type SentReminder, SentReminderEntity } from '#db/entities/sent-reminder.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let yearId: string;

/** 5 PM on December 15 in Alaska. A week before, 8 AM in Alaska is 17:00 UTC. */
const DUE = new Date('2026-12-16T02:00:00.000Z');
const WEEK_BEFORE = '2026-12-08T17:00:00.000Z';

beforeEach(async () => {
  orm = await database.openOrm();
  const year = await makeYear(orm, {
    year: 2027,
    status: 'ACTIVE',
    dueAt: DUE,
    correctionsDueAt: new Date('2026-12-19T02:00:00.000Z'),
  });
  yearId = year.id;
});

const at = (instant: string) =>
  makeCtx({ orm, now: () => new Date(instant), settings: { timeZone: 'America/Anchorage' } });
const em = () => orm.em.fork();
const run = async (instant: string) => emailsOf(await runReminders(at(instant)));
const minutesFrom = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

interface Rule {
  readonly daysBefore?: number;
  readonly states?: readonly ReminderState[];
  readonly positions?: readonly StaffPosition[];
  readonly isAutomatic?: boolean;
  readonly updatedAt?: string;
  readonly templateId?: string | null;
}

async function addRule({
  daysBefore = 7,
  states = ['NOT_STARTED', 'STARTED', 'RETURNED'],
  positions = [],
  isAutomatic = true,
  updatedAt = '2026-11-01T00:00:00.000Z',
  templateId = null,
}: Rule = {}): Promise<string> {
  const id = randomUUID();
  await em().insert(ReminderRuleEntity, {
    ...{ id, academicYear: yearId, template: templateId, daysBefore, isAutomatic },
    ...{ positions: [...positions], states: [...states] },
    ...{ createdAt: new Date(updatedAt), updatedAt: new Date(updatedAt) },
  });
  return id;
}

/** Adds a school with one counselor, `name@x.example`, and a designation if a status is given. */
async function addSchool(name: string, status?: DesignationStatus) {
  const school = await makeSchool(orm, { name });
  const { user } = await makeCounselor(orm, [school.id], { email: `${name.toLowerCase()}@x.example` });
  if (status !== undefined) {
    await makeDesignation(orm, {
      highSchoolId: school.id,
      academicYearId: yearId,
      submittedById: user.id,
      status,
    });
  }
  return { ...school, user };
}

const emails = async () => {
  const stored = await em().findAll(OutboxMailEntity, {
    populate: ['delivery'],
    orderBy: [{ delivery: { createdAt: 'asc' } }, { toAddress: 'asc' }],
  });
  return stored.map(({ toAddress, mergeValues, delivery }) => ({
    ...{ to: toAddress, schools: mergeValues?.schools.join(' & '), status: delivery?.status },
  }));
};
const remindedSchools = async (where: FilterQuery<SentReminder> = {}) => {
  const order = { populate: ['highSchool'], orderBy: { highSchool: { name: 'asc' } } } as const;
  const reminders = await em().find(SentReminderEntity, where, order);
  return reminders.map(({ highSchool }) => highSchool.name);
};
const reported = async () => (await emails()).map(({ to }) => to);

describe('a reminder', () => {
  it("is sent once to the schools with the rule's status, at 8:00 AM on its day", async () => {
    await addSchool('None');
    await addSchool('Started', 'STARTED');
    await addSchool('Pending', 'PENDING');
    await addSchool('Approved', 'APPROVED');
    const idle = await addSchool('Idle');
    await em().nativeUpdate(HighSchoolEntity, { id: idle.id }, { status: 'INACTIVE' });
    await addRule({ states: ['NOT_STARTED', 'STARTED'] });
    expect(await run(minutesFrom(WEEK_BEFORE, -1))).toBe(0);
    expect(await run(WEEK_BEFORE)).toBe(2);
    expect(await run(minutesFrom(WEEK_BEFORE, 1))).toBe(0);
    expect(await reported()).toEqual(['none@x.example', 'started@x.example']);
    const [delivery] = await em().findAll(EmailDeliveryEntity);
    expect(delivery).toMatchObject({
      templateName: 'Due soon (reminder)',
      subject: 'The {{year}} designation for {{schools}} is due soon',
      body: [
        'Hello {{firstName}} {{lastName}},',
        "The {{year}} designation for {{schools}} still needs to be submitted. It's due on Dec 15, 2026, 5:00 PM AKST.",
        'Sign in to submit it:\n{{appUrl}}',
        'Questions? Email {{contactEmail}}.\n{{appName}}',
      ].join('\n\n'),
      year: 2027,
      status: 'SENDING',
      createdBy: null,
    });
  });

  it("counts from the school's own due date: an extension, the date of corrections", async () => {
    const later = await addSchool('Later');
    await makeExtension(orm, {
      academicYearId: yearId,
      highSchoolId: later.id,
      dueAt: new Date('2026-12-18T02:00:00.000Z'),
    });
    await addSchool('Returned', 'RETURNED');
    await addSchool('Usual');
    await addRule();
    const days: string[][] = [];
    for (const day of [0, 1, 2, 3, 4]) {
      const before = (await reported()).length;
      await run(minutesFrom(WEEK_BEFORE, day * 24 * 60));
      days.push((await reported()).slice(before));
    }
    expect(days).toEqual([['usual@x.example'], [], ['later@x.example'], ['returned@x.example'], []]);
  });

  it('of a school that got more time after it was reminded is not sent again', async () => {
    const { id } = await addSchool('More');
    await addRule();
    expect(await run(WEEK_BEFORE)).toBe(1);
    await makeExtension(orm, {
      academicYearId: yearId,
      highSchoolId: id,
      dueAt: new Date('2026-12-18T02:00:00.000Z'),
    });
    expect(await run(minutesFrom(WEEK_BEFORE, 2 * 24 * 60))).toBe(0);
  });

  it('is sent late by a worker that was down for less than a day, but not by one that was down for longer', async () => {
    await addSchool('Away');
    await addRule();
    await addRule({ daysBefore: 0 });
    expect(await run(minutesFrom(WEEK_BEFORE, 24 * 60))).toBe(0);
    expect(await run(minutesFrom(WEEK_BEFORE, 24 * 60 - 1))).toBe(1);
    // On the due date itself, reminders stop at the due time of 5 PM.
    expect(await run(DUE.toISOString())).toBe(0);
    expect(await run(minutesFrom(DUE.toISOString(), -1))).toBe(1);
  });

  it("isn't sent for a rule created after its time", async () => {
    await addSchool('Young');
    await addRule({ updatedAt: minutesFrom(WEEK_BEFORE, 1) });
    expect(await run(minutesFrom(WEEK_BEFORE, 2))).toBe(0);
    await addRule({ updatedAt: WEEK_BEFORE });
    expect(await run(minutesFrom(WEEK_BEFORE, 2))).toBe(1);
  });

  it("is one email per person for several schools, for the rule's positions, without bounced addresses", async () => {
    const birch = await addSchool('Birch');
    const aspen = await addSchool('Aspen');
    const both = await makeUser(orm, { email: 'both@x.example' });
    for (const highSchoolId of [birch.id, aspen.id]) {
      await makeStaff(orm, { highSchoolId, userId: both.id, position: 'PRINCIPAL' });
    }
    for (const [email, flags] of [
      ['left@x.example', ['DELETED']],
      ['gone@x.example', []],
    ] as const) {
      const person = await makeUser(orm, { email, flags: [...flags] });
      await makeStaff(orm, { highSchoolId: birch.id, userId: person.id, position: 'PRINCIPAL' });
    }
    await recordBounce(at(WEEK_BEFORE), { email: 'gone@x.example', source: 'SMTP', reason: '550' });
    await addRule({ positions: ['PRINCIPAL', 'REGISTRAR'] });
    expect(await run(WEEK_BEFORE)).toBe(1);
    expect(await emails()).toEqual([{ to: 'both@x.example', schools: 'Aspen & Birch', status: 'SENDING' }]);
    expect(await remindedSchools()).toEqual(['Aspen', 'Birch']);
  });

  it("doesn't count for a school without recipients, and is sent once it has one", async () => {
    await addSchool('Reminded');
    const empty = await makeSchool(orm, { name: 'Empty' });
    const gone = await addSchool('Gone');
    await recordBounce(at(WEEK_BEFORE), { email: gone.user.email, source: 'SMTP', reason: '550' });
    const ruleId = await addRule();
    const reminded = () => remindedSchools({ rule: ruleId });
    expect([await run(WEEK_BEFORE), await reminded()]).toEqual([1, ['Reminded']]);
    expect(await run(minutesFrom(WEEK_BEFORE, 1))).toBe(0);

    await makeCounselor(orm, [empty.id], { email: 'empty@x.example' });
    expect([await run(minutesFrom(WEEK_BEFORE, 2)), await reminded()]).toEqual([1, ['Empty', 'Reminded']]);
    await clearBounce(at(WEEK_BEFORE), gone.user.email);
    expect([await run(minutesFrom(WEEK_BEFORE, 3)), await reminded()]).toEqual([
      1,
      ['Empty', 'Gone', 'Reminded'],
    ]);
    await makeCounselor(orm, [empty.id], { email: 'second@x.example' });
    expect(await run(minutesFrom(WEEK_BEFORE, 4))).toBe(0);
    expect(await reported()).toEqual(['reminded@x.example', 'empty@x.example', 'gone@x.example']);
    expect(await em().count(EmailDeliveryEntity)).toBe(3);
  });

  it('is sent once for concurrent runs', async () => {
    for (let number = 1; number <= 5; number += 1) await addSchool(`S${number}`);
    await addRule();
    await addRule({ states: ['NOT_STARTED'], isAutomatic: false });
    const written = await Promise.all(Array.from({ length: 8 }, () => run(WEEK_BEFORE)));
    expect(written.reduce((sum, one) => sum + one, 0)).toBe(10);
    expect((await reported()).length).toBe(10);
  });

  it('is sent only for the active year, if it has dates', async () => {
    await addSchool('Alone');
    await addRule();
    await em().nativeUpdate(AcademicYearEntity, {}, { dueAt: null });
    expect(await run(WEEK_BEFORE)).toBe(0);
    await em().nativeUpdate(AcademicYearEntity, {}, { dueAt: DUE, status: 'INACTIVE' });
    expect(await run(WEEK_BEFORE)).toBe(0);
  });

  it('without an email of its own uses the automatic email, if that is on', async () => {
    await addSchool('Quiet');
    await addRule();
    const text = { kind: 'DUE_SOON', subject: 'Soon', body: 'By {{ dueAt }}[[ at {{schools}}]]' } as const;
    await changeNotice(at(WEEK_BEFORE), { ...text, version: 0, isOn: false });
    expect(await run(WEEK_BEFORE)).toBe(0);
    await changeNotice(at(WEEK_BEFORE), { ...text, version: 1, isOn: true });
    expect(await run(WEEK_BEFORE)).toBe(1);
    expect(await em().findAll(EmailDeliveryEntity)).toMatchObject([
      { subject: 'Soon', body: 'By Dec 15, 2026, 5:00 PM AKST at {{schools}}' },
    ]);
  });
});

describe('a reminder that is not automatic', () => {
  it('waits until an administrator approves it', async () => {
    await addSchool('Wait');
    await addRule({ isAutomatic: false });
    await run(WEEK_BEFORE);
    expect((await emails()).map(({ status }) => status)).toEqual(['AWAITING_APPROVAL']);
    const [delivery] = await em().findAll(EmailDeliveryEntity);
    const id = delivery?.id ?? '';
    const { actor } = await makeCounselor(orm, []);
    expect(await refusalOf(approveDelivery(makeCtx({ orm, actor }), id))).toBeInstanceOf(Forbidden);
    expect(await approveDelivery(at(minutesFrom(WEEK_BEFORE, 60)), id)).toMatchObject({ status: 'SENDING' });
    expect(await run(minutesFrom(WEEK_BEFORE, 61))).toBe(0);
    await em().nativeUpdate(EmailDeliveryEntity, {}, { status: 'PAUSED' });
    expect(await refusalOf(approveDelivery(at(WEEK_BEFORE), id))).toMatchObject({
      message: "This delivery is paused, so it can't be approved.",
    });
  });
});

it('only the system and administrators can run reminders', async () => {
  const { actor } = await makeCounselor(orm, []);
  expect(await refusalOf(runReminders(makeCtx({ orm, actor })))).toBeInstanceOf(Forbidden);
  expect(await refusalOf(runReminders(makeCtx({ orm, actor: { kind: 'anonymous' } })))).toBeInstanceOf(
    Unauthorized,
  );
});
