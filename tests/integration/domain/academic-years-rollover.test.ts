import { beforeEach, describe, expect, it } from 'vitest';
import {
  changeAcademicYear,
  deleteAcademicYear,
} from '#app/domain/academic-years/change-academic-year.server.ts';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import { findUndoableRollover, undoRollover } from '#app/domain/academic-years/undo-rollover.server.ts';
import { createDesignation } from '#app/domain/designations/create-designation.server.ts';
import { Conflict, Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { snapshotOfRows } from '#tests/support/stored-rows.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let admin: UserActor;
let year: MadeYear;

beforeEach(async () => {
  orm = await database.openOrm({ poolMax: 12 });
  admin = actorOf(await makeAdmin(orm));
  year = await makeYear(orm, {
    opensAt: new Date('2026-09-01T08:00:00.000Z'),
    dueAt: new Date('2026-12-01T09:00:00.000Z'),
    correctionsDueAt: new Date('2027-03-20T08:00:00.000Z'),
  });
});

const ctxOf = (actor: Actor = admin) => makeCtx({ orm, actor });
const em = () => orm.em.fork();
const storedYears = () => em().find(AcademicYearEntity, {}, { orderBy: { year: 'asc' } });
const years = async () =>
  (await storedYears()).map(({ year: number, status, opensAt, earlyDueAt, dueAt, correctionsDueAt }) => ({
    ...{ year: number, status, opensAt, earlyDueAt, dueAt, correctionsDueAt },
  }));
const statuses = async () => (await storedYears()).map(({ year: number, status }) => `${number} ${status}`);
/** Every row of every table that a rollover could change. */
const everything = () =>
  snapshotOfRows(orm, [AcademicYearEntity, ReminderRuleEntity, EventEntity, OutboxMailEntity]);

async function addRule(academicYearId: string, daysBefore: number): Promise<void> {
  await makeRule(orm, {
    ...{ academicYearId, templateId: await makeTemplate(orm), daysBefore },
    ...{ positions: ['COUNSELOR'], states: ['NOT_STARTED', 'RETURNED'], isAutomatic: true },
  });
}

describe('a rollover', () => {
  it("creates the year, copies the dates by the installation's calendar, and closes the old one", async () => {
    const report = await rollOverYear(ctxOf(), { year: 2027 });
    expect(report).toMatchObject({
      outcome: 'DONE',
      closed: { id: year.id, year: 2026 },
      isNew: true,
      reminderRules: 0,
      active: {
        year: 2027,
        status: 'ACTIVE',
        opensAt: '2027-09-01T08:00:00.000Z',
        earlyDueAt: null,
        dueAt: '2027-12-01T09:00:00.000Z',
        correctionsDueAt: '2028-03-20T08:00:00.000Z',
      },
    });
    expect(await statuses()).toEqual(['2026 INACTIVE', '2027 ACTIVE']);
    const numbers = new Map((await storedYears()).map(({ id, year: number }) => [id, number]));
    const events = await em().find(EventEntity, { actor: { $ne: null } });
    expect(events.map(({ subjectId, kind }) => `${numbers.get(subjectId)} ${kind}`).toSorted()).toEqual([
      '2026 academicYear.changed',
      '2027 academicYear.changed',
      '2027 academicYear.created',
      '2027 academicYear.rolledOver',
    ]);
  });

  it('keeps midnight across a clock change, and the end of February in February', async () => {
    await em().nativeUpdate(
      AcademicYearEntity,
      {},
      {
        year: 2028,
        opensAt: new Date('2028-02-29T09:00:00Z'),
        dueAt: new Date('2028-03-13T08:00:00Z'),
        correctionsDueAt: new Date('2028-11-04T08:00:00Z'),
      },
    );
    const { active } = await rollOverYear(ctxOf(), { year: 2029 });
    expect([active.opensAt, active.dueAt, active.correctionsDueAt]).toEqual([
      '2029-02-28T09:00:00.000Z',
      '2029-03-13T08:00:00.000Z',
      '2029-11-04T08:00:00.000Z',
    ]);
    const dueAt = new Date('2029-03-11T09:00:00Z');
    await em().nativeUpdate(AcademicYearEntity, { year: 2029 }, { dueAt, correctionsDueAt: null });
    expect((await rollOverYear(ctxOf(), { year: 2030 })).active.dueAt).toBe('2030-03-11T08:00:00.000Z');
  });

  it("copies the reminder rules, and keeps a year's own dates and rules", async () => {
    for (const daysBefore of [14, 3]) await addRule(year.id, daysBefore);
    const copied = { positions: ['COUNSELOR'], states: ['NOT_STARTED', 'RETURNED'], isAutomatic: true };
    expect((await rollOverYear(ctxOf(), { year: 2027 })).reminderRules).toBe(2);
    const rules = await em().find(
      ReminderRuleEntity,
      { academicYear: { year: 2027 } },
      { orderBy: { daysBefore: 'asc' } },
    );
    expect(rules).toMatchObject([3, 14].map((daysBefore) => ({ daysBefore, ...copied })));
    const own = await makeYear(orm, {
      year: 2028,
      status: 'INACTIVE',
      dueAt: new Date('2028-10-01T08:00:00Z'),
    });
    await addRule(own.id, 30);
    const { active, isNew, reminderRules } = await rollOverYear(ctxOf(), { year: 2028 });
    expect([active.opensAt, active.dueAt, isNew, reminderRules]).toEqual([
      null,
      '2028-10-01T08:00:00.000Z',
      false,
      0,
    ]);
  });

  it("reports this year's open designations, schools without staff, and bounced addresses", async () => {
    const staffed = await makeSchool(orm, { name: 'Staffed' });
    const { user } = await makeCounselor(orm, [staffed.id]);
    const invited = await makeSchool(orm, { name: 'Invited' });
    await makeInvite(orm, { schools: [{ highSchoolId: invited.id }] });
    const empty = await makeSchool(orm, { name: 'Empty' });
    await makeSchool(orm, { name: 'Closed', status: 'INACTIVE' });
    const past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const target = { submittedById: user.id, highSchoolId: staffed.id };
    await makeDesignation(orm, { ...target, academicYearId: past.id, status: 'PENDING' });
    await makeDesignation(orm, { ...target, academicYearId: year.id, status: 'RETURNED' });
    await makeDesignation(orm, {
      ...target,
      highSchoolId: invited.id,
      academicYearId: year.id,
      status: 'APPROVED',
    });
    const bounced = await makeUser(orm, { email: 'gone@x.example.org' });
    await makeUser(orm, { email: 'deleted@x.example.org', flags: ['DELETED'] });
    for (const to of [bounced.email, 'deleted@x.example.org', 'stranger@x.example.org']) {
      const bounce = { source: 'SMTP', reason: '550 5.1.1 unknown', bouncedAt: new Date() } as const;
      await em().insert(BouncedAddressEntity, { address: to, ...bounce });
    }
    const { checks } = await rollOverYear(ctxOf(), { year: 2027, isDryRun: true });
    expect(checks).toEqual({
      dueAhead: '2026-12-01T09:00:00.000Z',
      openDesignations: { STARTED: 0, PENDING: 0, RETURNED: 1 },
      schoolsWithoutStaff: { total: 1, shown: [{ id: empty.id, name: 'Empty' }] },
      bouncedAddresses: { total: 1, shown: [{ id: bounced.id, email: bounced.email }] },
    });
  });

  it('previews in a dry run and changes nothing', async () => {
    await addRule(year.id, 14);
    const before = await everything();
    const report = await rollOverYear(ctxOf(), { year: 2027, isDryRun: true });
    expect([report.outcome, report.active.year, report.reminderRules]).toEqual(['DONE', 2027, 1]);
    expect(await everything()).toEqual(before);
  });

  it('does nothing a second time, or for a year before the active one', async () => {
    await rollOverYear(ctxOf(), { year: 2027 });
    const before = await everything();
    for (const again of [2027, 2026, 1999]) {
      const report = await rollOverYear(ctxOf(), { year: again });
      expect([report.outcome, report.active.year, report.closed]).toEqual(['ALREADY', 2027, null]);
    }
    expect(await everything()).toEqual(before);
  });

  it('begins the first year if none is active', async () => {
    await em().nativeUpdate(AcademicYearEntity, {}, { status: 'INACTIVE' });
    const report = await rollOverYear(ctxOf(), { year: 2027 });
    expect([report.outcome, report.closed, report.active.dueAt]).toEqual(['DONE', null, null]);
    expect(await statuses()).toEqual(['2026 INACTIVE', '2027 ACTIVE']);
  });

  it('leaves one year active, and advances by only one year, when ten rollovers and activations run at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const reports = await Promise.all(
        Array.from({ length: 10 }, () => rollOverYear(ctxOf(), { year: 2027 + round })),
      );
      expect(reports.map(({ outcome }) => outcome).toSorted()).toEqual([
        ...Array<string>(9).fill('ALREADY'),
        'DONE',
      ]);
    }
    await Promise.all([
      rollOverYear(ctxOf(), { year: 2030 }),
      ...[1, 2, 3].map(() =>
        changeAcademicYear(ctxOf(), { id: year.id, patch: { status: 'ACTIVE' }, ifMatch: null }),
      ),
    ]);
    expect(await em().count(AcademicYearEntity, { status: 'ACTIVE' })).toBe(1);
    expect(await em().count(AcademicYearEntity)).toBe(5);
  });
});

describe('undoing a rollover', () => {
  it('reactivates the old year and deletes the new one, with its copied rules', async () => {
    await addRule(year.id, 14);
    const before = await years();
    await rollOverYear(ctxOf(), { year: 2027 });
    expect(await findUndoableRollover(ctxOf())).toMatchObject({
      isNew: true,
      active: { year: 2027 },
      closed: { year: 2026 },
    });
    expect(await undoRollover(ctxOf())).toMatchObject({ year: 2026, status: 'ACTIVE' });
    expect(await years()).toEqual(before);
    expect(await em().count(ReminderRuleEntity)).toBe(1);
    expect(await findUndoableRollover(ctxOf())).toBeNull();
    expect(await refusalOf(undoRollover(ctxOf()))).toEqual(NOT_UNDOABLE);
    expect((await rollOverYear(ctxOf(), { year: 2027 })).outcome).toBe('DONE');
  });

  it('keeps a year that existed before as inactive', async () => {
    await makeYear(orm, { year: 2027, status: 'INACTIVE' });
    await rollOverYear(ctxOf(), { year: 2027 });
    await undoRollover(ctxOf());
    expect(await statuses()).toEqual(['2026 ACTIVE', '2027 INACTIVE']);
  });

  it('leaves no year active if the closed one was deleted', async () => {
    await rollOverYear(ctxOf(), { year: 2027 });
    await deleteAcademicYear(ctxOf(), { id: year.id, ifMatch: null });
    expect(await findUndoableRollover(ctxOf())).toMatchObject({ active: { year: 2027 }, closed: null });
    expect(await undoRollover(ctxOf())).toBeNull();
    expect(await statuses()).toEqual([]);
  });

  it('is impossible after the first designation, and concurrent calls run in order', async () => {
    const school = await makeSchool(orm);
    const { actor } = await makeCounselor(orm, [school.id]);
    for (let round = 0; round < 6; round += 1) {
      await em().nativeDelete(DesignationEntity, {});
      const { active } = await rollOverYear(ctxOf(), { year: 2027 + round });
      await em().nativeUpdate(AcademicYearEntity, {}, { opensAt: null });
      const [undone, started] = await Promise.allSettled([
        undoRollover(ctxOf()),
        createDesignation(ctxOf(actor), { highSchoolId: school.id, academicYearId: active.id }),
      ]);
      expect([undone.status, started.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      if (undone.status === 'rejected') expect(undone.reason).toEqual(NOT_UNDOABLE);
      if (started.status === 'rejected') expect(started.reason).toEqual(new NotFound());
      expect(await em().count(AcademicYearEntity, { status: 'ACTIVE' })).toBe(1);
    }
  });
});

const NOT_UNDOABLE = new Conflict(
  "There's no rollover to undo. A rollover can only be undone until the new year has its first designation.",
);

it('a rollover and its preview are only for administrators', async () => {
  const school = await makeSchool(orm);
  const { actor } = await makeCounselor(orm, [school.id]);
  await rollOverYear(ctxOf(), { year: 2027 });
  const before = await everything();
  for (const [who, expected] of [
    [actor, new Forbidden()],
    [ANONYMOUS, new Unauthorized()],
  ] as const) {
    for (const attempt of [
      rollOverYear(ctxOf(who), { year: 2028 }),
      rollOverYear(ctxOf(who), { year: 2028, isDryRun: true }),
      undoRollover(ctxOf(who)),
      findUndoableRollover(ctxOf(who)),
    ]) {
      expect(await refusalOf(attempt)).toEqual(expected);
    }
  }
  expect(await everything()).toEqual(before);
});
