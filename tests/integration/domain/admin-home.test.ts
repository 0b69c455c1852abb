import { beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '#app/config/env.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { countOfficeWork, getAdminHome } from '#app/domain/home/admin-home.server.ts';
import { Forbidden, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import type { ReminderState } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { addEmail, type HomeScene, makeHomeScene } from '#tests/support/home-scene.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase('each test');
let counting: CountingOrm;
let scene: HomeScene;
let admin: Actor;

beforeEach(async () => {
  counting = await openCountingOrm(database);
  scene = await makeHomeScene(counting.orm);
  admin = actorOf(await makeAdmin(counting.orm));
});

interface Asked {
  readonly settings?: Partial<Settings>;
  readonly now?: string;
  readonly actor?: Actor;
  readonly page?: { limit: number; offset: number };
  readonly state?: ReminderState;
}

const ctxOf = ({ settings = {}, now = '2026-11-21T21:00:00.000Z', actor = admin }: Asked = {}) =>
  makeCtx({ orm: counting.orm, actor, settings, now: () => new Date(now) });

async function homeOf({ page = { limit: 50, offset: 0 }, state, ...asked }: Asked = {}) {
  const home = await getAdminHome(ctxOf(asked), { page, state: state ?? null });
  if (home === null) throw new Error('No academic year is active.');
  return home;
}

const em = () => counting.orm.em.fork();

describe('the active year', () => {
  it('is counted by the status of its ACTIVE schools', async () => {
    expect((await homeOf()).states).toEqual([
      { state: 'NOT_STARTED', schools: 1 },
      { state: 'STARTED', schools: 1 },
      { state: 'PENDING', schools: 1 },
      { state: 'RETURNED', schools: 1 },
      { state: 'APPROVED', schools: 1 },
      { state: 'REJECTED', schools: 1 },
    ]);
  });

  it('counts first submissions by week before and after the due date, in Alaska time', async () => {
    expect((await homeOf()).weekly).toEqual({
      years: [
        { id: scene.years[2026], year: 2026 },
        { id: scene.years[2025], year: 2025 },
      ],
      unknownYears: [2024],
      weeks: [
        { week: -2, submitted: [1, 0] },
        { week: -1, submitted: [4, 3] },
        { week: 0, submitted: [null, 5] },
        { week: 1, submitted: [null, 6] },
      ],
    });
  });

  it("has weeks in the installation's time zone", async () => {
    const { weekly } = await homeOf({ settings: { timeZone: 'UTC' } });
    expect(weekly?.weeks).toEqual([
      { week: -2, submitted: [2, 0] },
      { week: -1, submitted: [4, 4] },
      { week: 0, submitted: [null, 6] },
    ]);
  });

  it('shows a week from the first minute of its first day on', async () => {
    const weekIsKnown = async (now: string) => {
      const { weekly } = await homeOf({ now });
      return weekly?.weeks.find(({ week }) => week === 0)?.submitted[0];
    };
    expect(await weekIsKnown('2026-11-24T08:59:59.999Z')).toBe(null);
    expect(await weekIsKnown('2026-11-24T09:00:00.000Z')).toBe(4);
  });

  it('has no weeks without a due date', async () => {
    await em().nativeUpdate(AcademicYearEntity, { year: 2026 }, { dueAt: null });
    const { weekly, students } = await homeOf();
    expect(weekly).toBe(null);
    expect(students.lastYear).toEqual({ id: scene.years[2025], year: 2025, atThisTime: null, students: 16 });
  });

  it("has the students on submitted lists, next to last year's at this time and in total", async () => {
    expect((await homeOf()).students).toEqual({
      year: 2026,
      students: 6,
      lastYear: { id: scene.years[2025], year: 2025, atThisTime: 5, students: 16 },
    });
    const dayLater = await homeOf({ now: '2026-11-22T21:00:00.000Z' });
    expect(dayLater.students.lastYear).toEqual({
      id: scene.years[2025],
      year: 2025,
      atThisTime: 7,
      students: 16,
    });
  });

  it('is shown without a comparison if there is no earlier year', async () => {
    for (const year of [2024, 2025]) {
      await em().nativeUpdate(AcademicYearEntity, { year }, { year: year - 10 });
    }
    const { students, weekly } = await homeOf();
    expect(students).toEqual({ year: 2026, students: 6, lastYear: null });
    expect(weekly).toEqual({
      years: [{ id: scene.years[2026], year: 2026 }],
      unknownYears: [],
      weeks: [
        { week: -2, submitted: [1] },
        { week: -1, submitted: [4] },
        { week: 0, submitted: [null] },
      ],
    });
  });

  it('is missing if no year is active', async () => {
    await em().nativeUpdate(AcademicYearEntity, {}, { status: 'INACTIVE' });
    expect(await getAdminHome(ctxOf(), { page: { limit: 50, offset: 0 } })).toBe(null);
  });
});

describe('the outstanding schools', () => {
  it("are ordered by last year's size, with their details", async () => {
    const { orm } = counting;
    const [birch, alder] = [scene.schools.Birch, scene.schools.Alder];
    const start = (user: { id: string }, at: string) =>
      startSession(
        { em: orm.em.fork(), now: () => new Date(at) },
        { owner: { userId: user.id }, client: { clientAddress: '192.0.2.1', userAgent: null } },
      );
    await start(scene.people.alderTwo, '2026-10-01T10:00:00.000Z');
    await start(scene.people.alder, '2026-09-01T10:00:00.000Z');
    await start(scene.people.gone, '2026-11-01T10:00:00.000Z');
    await em().nativeDelete(SessionEntity, {});
    const early = new Date('2026-10-05T10:00:00.000Z');
    const late = new Date('2026-10-06T10:00:00.000Z');
    await addEmail(orm, { highSchoolId: alder.id, state: 'SENT', createdAt: early, sentAt: late });
    await addEmail(orm, { highSchoolId: birch.id, state: 'SENT', createdAt: early, sentAt: early });
    await addEmail(orm, { highSchoolId: birch.id, state: 'BOUNCED', createdAt: late });
    const { outstanding, outstandingTotal } = await homeOf();
    expect(outstandingTotal).toBe(3);
    expect(outstanding).toEqual([
      {
        id: birch.id,
        name: 'Birch High',
        phone: '(907) 555-0177',
        state: 'STARTED',
        lastYearStudents: 7,
        extendedDueAt: null,
        staff: 2,
        lastSignedInAt: '2026-09-01T10:00:00.000Z',
        lastEmail: { at: '2026-10-06T10:00:00.000Z', state: 'BOUNCED' },
        lastCall: null,
        snoozedUntil: null,
      },
      {
        id: alder.id,
        name: 'Alder High',
        phone: '(907) 555-0177',
        state: 'NOT_STARTED',
        lastYearStudents: 2,
        extendedDueAt: null,
        staff: 2,
        lastSignedInAt: '2026-10-01T10:00:00.000Z',
        lastEmail: { at: '2026-10-06T10:00:00.000Z', state: 'SENT' },
        lastCall: null,
        snoozedUntil: null,
      },
      {
        id: scene.schools.Cedar.id,
        name: 'Cedar High',
        phone: '(907) 555-0177',
        state: 'RETURNED',
        lastYearStudents: 0,
        extendedDueAt: null,
        staff: 0,
        lastSignedInAt: null,
        lastEmail: null,
        lastCall: null,
        snoozedUntil: null,
      },
    ]);
  });

  it('are listed a page at a time', async () => {
    const namesAt = async (offset: number) =>
      (await homeOf({ page: { limit: 2, offset } })).outstanding.map(({ name }) => name);
    expect(await namesAt(0)).toEqual(['Birch High', 'Alder High']);
    expect(await namesAt(2)).toEqual(['Cedar High']);
  });

  it('can be filtered by status, and are still counted in total', async () => {
    for (const [state, name] of [
      ['NOT_STARTED', 'Alder High'],
      ['STARTED', 'Birch High'],
      ['RETURNED', 'Cedar High'],
    ] as const) {
      const { outstanding, outstandingState, outstandingFound, outstandingTotal } = await homeOf({ state });
      expect(outstanding.map((school) => school.name)).toEqual([name]);
      expect([outstandingState, outstandingFound, outstandingTotal]).toEqual([state, 1, 3]);
    }
  });
});

describe('the work that waits for the office', () => {
  const counted = () => counting.count(() => countOfficeWork(ctxOf()));

  it('has the pending designations of the active year, those that were returned before, and emails', async () => {
    const { orm } = counting;
    const nothing = { resubmitted: 0, emailsToApprove: 0, bouncedAddresses: 0 };
    expect(await countOfficeWork(ctxOf())).toEqual({ toReview: 1, ...nothing });
    const designations = await em().find(DesignationEntity, {}, { fields: ['id', 'status'] });
    for (const { id } of designations) {
      await em().insert(ReturnedContentsEntity, { designation: id, returnedAt: new Date(), contents: {} });
    }
    for (const status of ['AWAITING_APPROVAL', 'SENDING', 'FINISHED'] as const) {
      await makeDelivery(orm, { status });
    }
    const bounced = { source: 'REPORT', reason: 'No such user.', bouncedAt: new Date() } as const;
    await em().insert(BouncedAddressEntity, { address: 'gone@example.org', ...bounced });
    const waiting = { toReview: 1, resubmitted: 1, emailsToApprove: 1, bouncedAddresses: 1 };
    expect(await countOfficeWork(ctxOf())).toEqual(waiting);
    expect(await counted()).toBe(1);
    await em().nativeUpdate(AcademicYearEntity, {}, { status: 'INACTIVE' });
    expect(await countOfficeWork(ctxOf())).toEqual({ ...waiting, toReview: 0, resubmitted: 0 });
  });
});

it("only administrators can read the administrators' dashboard", async () => {
  const { actor: staff } = await makeCounselor(counting.orm, [scene.schools.Alder.id]);
  for (const actor of [staff, ANONYMOUS]) {
    const ctx = ctxOf({ actor });
    const refusal = actor === staff ? Forbidden : Unauthorized;
    const attempt = async () =>
      expect(await refusalOf(getAdminHome(ctx, { page: { limit: 50, offset: 0 } }))).toBeInstanceOf(refusal);
    expect(await counting.count(attempt)).toBe(0);
    const count = async () => expect(await refusalOf(countOfficeWork(ctx))).toBeInstanceOf(refusal);
    expect(await counting.count(count)).toBe(0);
  }
});

it("the administrators' dashboard uses as many statements with one outstanding school as with more", async () => {
  const statements = () => counting.count(() => homeOf());
  await statements();
  expect(await statements()).toBe(4);
  for (let number = 0; number < 3; number += 1) await makeSchool(counting.orm);
  expect((await homeOf()).outstandingTotal).toBe(6);
  expect(await statements()).toBe(4);
});
